import type { Queryable } from '../../../../db/client.ts';
import type { CallPlan } from '../../../carriers/call-flow.ts';
import type { CallRow } from '../present-call.ts';
import { readLegs } from '../read-call.ts';

/** The leg of a call to the number that it is forwarded to; null without such a number. */
export const readLeg = async (db: Queryable, call: CallRow): Promise<CallRow | null> =>
  call.forwardingNumber === null ? null : ((await readLegs(db, [call.id]))[0] ?? null);

/**
 * The instructions for a carrier about a call. Calls of one account meet in one conference.
 * @param leg its leg; null without one, or if it must not be led on to
 */
export const planOf = (call: CallRow, leg: CallRow | null): CallPlan => ({
  reference: call.id,
  callerId: call.callerId,
  destination: call.destination,
  timeLimit: call.maxMinutes * 60,
  record: call.recorded,
  ivr: call.ivrEnabled,
  forwardTo: call.forwardingNumber,
  leg: leg && leg.endedAt === null ? { reference: leg.id, timeLimit: leg.maxMinutes * 60 } : null,
  voicemail: call.voicemail,
  conferenceRoom: call.conferenceCall ? `topline-${call.userId}` : null,
  says: call.says,
  saysIn: call.saysIn ?? undefined,
});
