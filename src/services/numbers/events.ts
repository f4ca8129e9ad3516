import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';
import { RENEWALS } from '../../../db/enums.ts';

const at = isoTime;

export const numberStatusEvent = eventKind(
  'number-status',
  z.object({
    at,
    id: uuid,
    userId: uuid,
    number: z.string(),
    /** `refused`: the carrier did not sell it, and its price was refunded. */
    status: z.enum(['provisioning', 'active', 'refused']),
    expiresAt: isoTime,
  }),
  ['owner'],
  () => true,
);

export const numberExpiringEvent = eventKind(
  'number-expiring',
  z.object({
    at,
    id: uuid,
    userId: uuid,
    number: z.string(),
    expiresAt: isoTime,
    /** It says whether the number renews automatically; `insufficient_credits`: renewal was tried and the balance was too low. */
    renewal: z.enum(RENEWALS),
  }),
  ['owner'],
  () => true,
);
