import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { day, isoTime, uuid } from '../../platform/kit/schemas.ts';
import { monthOfSpend } from '../../money/statements/contract.ts';

const { endpoint } = endpointsFor('Accounts');

export const OVERVIEW_DAYS = 30;
/** Of at most so many recipients, the newest, the countries are counted; and of so many messages those that run. */
export const COUNTED_RECIPIENTS = 20_000;
/** A number that is not renewed by itself and ends within so many days is named. */
export const EXPIRING_DAYS = 14;

const count = z.number().int();

export const getOverview = endpoint('getOverview', 'GET /api/users/:id/overview', {
  summary: 'The last 30 days of an account: what they cost, what was delivered, what runs, and what needs its owner',
  response: z.object({
    /** UTC days, oldest first. */
    days: z.array(
      monthOfSpend.omit({ month: true }).extend({
        day,
        /** Recipients of this day's messages who no longer wait and were not cancelled, and who were reached. */
        recipients: count,
        delivered: count,
      }),
    ),
    /** The newest recipients by country (ISO 3166; null: of none), most first: handed over, and delivered. */
    countries: z.array(z.object({ country: z.string().nullable(), sent: count, delivered: count })),
    /** Campaigns and messages to many that are on their way. */
    running: z.array(
      z.object({ id: uuid, kind: z.enum(['campaign', 'message']), name: z.string(), done: count, of: count }),
    ),
    /** In these days: recipients that were not reached, cancelled ones aside, and that want no messages. */
    failed: count,
    optedOut: count,
    /** Numbers that end soon and are not renewed by themselves, the first to end first. */
    expiring: z.array(z.object({ id: uuid, number: z.string(), expiresAt: isoTime })),
  }),
});
