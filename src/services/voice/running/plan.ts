import type { Queryable } from '../../../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { CallPlan } from '../../../carriers/call-flow.ts';
import { type CallRow, readLegs } from '../read-call.ts';
import { addressInside } from '../trunk/address-inside.ts';

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

/** The same for its carrier, which calls the edge in place of a number of ours. */
export async function planFor(deps: Deps, call: CallRow, leg: CallRow | null): Promise<CallPlan> {
  const { leg: legPlan, ...plan } = planOf(call, leg);
  const sip = await addressInside(deps, call);
  return { ...plan, sip, leg: leg && legPlan && { ...legPlan, sip: await addressInside(deps, leg) } };
}
