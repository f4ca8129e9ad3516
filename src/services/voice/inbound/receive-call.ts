import { transact } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { CallPlan } from '../../../carriers/call-flow.ts';
import { callbackUrl } from '../../../carriers/callback-url.ts';
import type { IncomingCall, IncomingCallCarrier } from '../../../carriers/incoming-calls.ts';
import type { CarrierCallback } from '../../../carriers/port.ts';
import type { CallReport, Instructions } from '../../../carriers/voice-port.ts';
import type { Deps } from '../../deps.ts';
import { applyReports } from '../running/receive-news.ts';
import { findIncoming, openIncoming } from './open-incoming.ts';
import { planOfIncoming } from './plan-of-incoming.ts';
import { readIncoming } from './read-incoming.ts';

/**
 * Takes what a carrier says about calls to our numbers: a new call is stored and its first step begins; news is applied
 * once. A repetition gets the same answer and changes nothing.
 * @returns the instructions for a carrier that waits for them
 * @throws not_found (no such carrier, or its calls do not come to us), bad_signature, malformed_request,
 *   provider_failed
 */
export async function receiveCall(
  deps: Deps,
  { provider, callback }: { provider: string; callback: CarrierCallback },
): Promise<Instructions | null> {
  const { incomingCalls } = deps.carriers.get(provider);
  if (!incomingCalls) throw notFound('Provider');
  const { news, seal } = await incomingCalls.parse(callback);
  const reports: CallReport[] = [];
  let instructions: Instructions | null = null;
  for (const each of news) {
    if (each.kind === 'call') instructions = await begin(deps, { provider, carrier: incomingCalls, call: each });
    else {
      const reference = each.reference ?? (await findIncoming(deps, { provider, ...each }));
      if (reference !== undefined) reports.push({ ...each, reference });
    }
  }
  await applyReports(deps, { provider, news: reports, seal });
  return instructions;
}

interface Announced {
  provider: string;
  carrier: IncomingCallCarrier;
  call: IncomingCall;
}

async function begin(deps: Deps, { provider, carrier, call }: Announced): Promise<Instructions | null> {
  const plan = await transact(deps, async (tx) => {
    const row = await openIncoming(tx, deps, { provider, call });
    if (!row) return refusal(call);
    const incoming = await readIncoming(tx.db, row.id);
    // A call that is announced again after the first step gets the present step; its carrier has done the
    // first one.
    return planOfIncoming(deps, tx.db, { call: row, incoming, isFirst: true });
  });
  return carrier.begin(plan, call.carrierCallId, `${callbackUrl({ deps }, provider)}/voice`);
}

/** The plan of a call that nobody owns: it is refused. */
const refusal = ({ carrierCallId, from, to }: IncomingCall): CallPlan => ({
  ...{ reference: carrierCallId, callerId: from, destination: to, timeLimit: 60, record: false, ivr: false },
  ...{ forwardTo: null, leg: null, voicemail: false, conferenceRoom: null, says: null },
  answer: { step: 0, action: null, isFirst: true, sound: null },
});
