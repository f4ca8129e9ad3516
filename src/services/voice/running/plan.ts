import type { CallPlan } from '../../../carriers/call-flow.ts';
import type { CallRow } from '../present-call.ts';

/** The instructions for a carrier about a call. Calls of one account meet in one conference. */
export const planOf = (call: CallRow): CallPlan => ({
  reference: call.id,
  callerId: call.callerId,
  destination: call.destination,
  timeLimit: call.maxMinutes * 60,
  record: call.recorded,
  ivr: call.ivrEnabled,
  forwardTo: call.forwardingNumber,
  voicemail: call.voicemail,
  conferenceRoom: call.conferenceCall ? `topline-${call.userId}` : null,
});
