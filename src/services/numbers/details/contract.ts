import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { isoTime, money4 } from '../../../platform/kit/schemas.ts';
import { didNumber } from '../contract.ts';
import { papersSet } from '../papers/contract.ts';

const { endpoint } = endpointsFor('DID numbers');

/** Over how many days the traffic of a number is counted. */
export const TRAFFIC_DAYS = 30;

/** Null: the carrier did not say. */
const ability = z.boolean().nullable();

export const numberDetails = didNumber.extend({
  /** Its abilities: those that its carrier names and that we can use with that carrier. */
  abilities: z.object({
    receiveMessages: ability,
    sendMessages: ability,
    receiveCalls: ability,
    makeCalls: ability,
    /** Calls to it can ring the account's SIP trunks. */
    ringTrunks: z.boolean(),
  }),
  /** The traffic of the number since a time. */
  traffic: z.object({
    since: isoTime,
    messagesIn: z.number().int(),
    /** Recipients that a carrier took. */
    messagesOut: z.number().int(),
    callsIn: z.number().int(),
    callsOut: z.number().int(),
    /** Started minutes of the calls in both directions. */
    minutes: z.number().int(),
    /** The sum of messages and calls, without the price of the number. */
    cost: money4,
  }),
  /** The account's papers for such numbers; null where it has none. */
  papers: papersSet.omit({ given: true }).nullable(),
});
export type NumberDetails = z.infer<typeof numberDetails>;

export const getNumber = endpoint('getNumber', 'GET /api/users/:id/did-numbers/:numberId', {
  summary: `One number: what it can, where it leads, and its traffic of ${TRAFFIC_DAYS} days`,
  response: numberDetails,
});
