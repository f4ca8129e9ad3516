import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, money2, money4 } from '../../platform/kit/schemas.ts';
import { RESELLER_PLAN_IDS } from '../../../db/enums.ts';

const { endpoint } = endpointsFor('Reseller');

const rate = z.object({ standard: money4, reseller: money4 });

export const resellerStatus = z.object({
  /** The package, and so its rates, are in force. */
  active: z.boolean(),
  resellerPackage: z.enum(RESELLER_PLAN_IDS).nullable(),
  expiresAt: isoTime.nullable(),
  /** When the first package began; null if there was none. */
  since: isoTime.nullable(),
  /** The saving against standard rates, over all packages. */
  savings: z.object({ total: money2, sms: money2, voice: money2, numbers: money2 }),
  /** The purchases at reseller rates, over all packages. */
  usage: z.object({
    /** Parts of messages. */
    sms: z.number().int(),
    minutes: z.number().int(),
    /** Months of numbers. */
    numbers: z.number().int(),
  }),
  rates: z.object({ sms: rate, voice: rate, numberDiscountPercent: z.number().int() }),
});
export type ResellerStatus = z.infer<typeof resellerStatus>;

export const getResellerStatus = endpoint('getResellerStatus', 'GET /api/users/:id/reseller', {
  summary: 'The reseller package: expiry, rates, usage and what it saved',
  response: resellerStatus,
});
