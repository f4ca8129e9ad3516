import type { CallMoment } from '../../../carriers/call-flow.ts';
import type { CarrierCallback } from '../../../carriers/port.ts';
import type { Instructions, VoiceCarrier } from '../../../carriers/voice-port.ts';
import { transact } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { moveOn } from '../inbound/move-on.ts';
import { planOfIncoming } from '../inbound/plan-of-incoming.ts';
import { readIncoming } from '../inbound/read-incoming.ts';
import { type CallRow, lockCall } from '../read-call.ts';
import { callingCarrier } from './calling-carriers.ts';
import { connectLeg } from './connect-leg.ts';
import { planFor, planOf, readLeg } from './plan.ts';
import { take } from './receive-news.ts';

interface Asked {
  provider: string;
  callId: string;
  moment: CallMoment['kind'];
  /** A call to a number has a step of its plan. */
  step: number | undefined;
  callback: CarrierCallback;
}

type Instructing = VoiceCarrier & Required<Pick<VoiceCarrier, 'instruct'>>;

const instructs = (voice: VoiceCarrier): voice is Instructing => voice.instruct !== undefined;

/**
 * Gives a carrier the instructions for a call. A carrier that missed the answer can ask again: where the question
 * itself is news of the call or of its leg, it is applied once.
 * @throws not_found, bad_signature, malformed_request
 */
export async function giveInstructions(deps: Deps, asked: Asked): Promise<Instructions> {
  const { provider, callId, moment, callback } = asked;
  const { voice } = callingCarrier(deps, provider);
  if (!instructs(voice)) throw notFound('Call');
  const call = await transact(deps, (tx) => lockCall(tx.db, callId));
  if (call?.provider !== provider) throw notFound('Call');
  if (call.origin === 'incoming') return instructIncoming(deps, call, { ...asked, voice });
  const leg = await readLeg(deps.db, call);
  const given = await voice.instruct(callback, await planFor(deps, call, leg), moment);
  for (const report of given.news) await transact(deps, (tx) => take(tx, deps, provider, report));
  if (!given.connects || !leg || (await connectLeg(deps, leg.id))) return given;
  return voice.instruct(callback, planOf(call, null), moment);
}

/** The question is read by the present plan first: until it is found to be genuine, nothing changes. */
async function instructIncoming(
  deps: Deps,
  call: CallRow,
  { provider, moment, step = 0, callback, voice }: Asked & { voice: Instructing },
): Promise<Instructions> {
  const incoming = await readIncoming(deps.db, call.id);
  const present = await planOfIncoming(deps, deps.db, { call, incoming, isFirst: false });
  const given = await voice.instruct(callback, present, moment);
  for (const report of given.news) await transact(deps, (tx) => take(tx, deps, provider, report));
  if (!given.moment) return given;
  const { plan } = await moveOn(deps, { callId: call.id, moment: given.moment, step });
  return voice.instruct(callback, plan, moment);
}
