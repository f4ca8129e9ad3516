import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import { readPreference } from '../../../carriers/preference.ts';
import { hopsTo } from '../../../carriers/sip/hops-to.ts';
import { transact } from '../../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { moveOn } from '../../voice/inbound/move-on.ts';
import { openIncoming } from '../../voice/inbound/open-incoming.ts';
import { readIncoming } from '../../voice/inbound/read-incoming.ts';
import { type CallRow, lockCall } from '../../voice/read-call.ts';
import { findByDialog } from '../../voice/trunk/keep-dialog.ts';
import { minutesOfDialog } from '../../voice/trunk/minutes-of-dialog.ts';
import { isOurNumber } from '../../voice/trunk/open-call.ts';
import { isRingUser } from '../../voice/trunk/ring-address.ts';
import { international, withPlus } from '../choose-caller-id.ts';
import { dialogOf } from '../dialog-of.ts';
import { orderHops } from '../order-hops.ts';
import { readSound } from '../../trunks/sound-of.ts';
import { usernameOf } from '../../trunks/username.ts';
import { byEdge } from './by-edge.ts';
import { connectByAddress } from './connect-by-address.ts';
import type { receiveSipCall } from './contract.ts';
import { targetsOf } from './find-targets.ts';

type Decision = ResponseOf<typeof receiveSipCall>;

/**
 * Decides about a call to a number that came by SIP: the next step of the number's plan that the edge can do. A leg to
 * another number has the cost of its first minutes set aside with the answer. Asked twice, it answers the same. With
 * `placed` it stays inside: a call of a trunk or the API, or a leg of a forwarding, leads to it. A call by an address that we
 * gave is one step of a call that its carrier, or the edge's answering machine, has.
 * @throws not_found (no such carrier or address, or the number is nobody's), already_processed
 *   (another call has these names)
 */
export async function takeSipCall(deps: Deps, request: BodyOf<typeof receiveSipCall>): Promise<Decision> {
  const { carrier, called, caller, after, answers, forwarded, callId, fromTag, cseq } = request;
  const isInside = request.placed !== '';
  if (carrier !== '' && !deps.config.sipRoutes.has(carrier)) throw notFound('Provider');
  const preference = await readPreference(deps, 'voice');
  const routesTo = (leg: CallRow, heldAs: string) => {
    const hops = hopsTo(deps.config.sipRoutes, preference.carriers, leg.destination);
    return orderHops(deps, { call: leg, heldAs, ways: { preference, hops } });
  };
  if (isRingUser(called)) {
    return connectByAddress(deps, { request, routesTo: (leg) => routesTo(leg, leg.id) });
  }
  const dialog = dialogOf(request);
  const { call, ingress } = await transact(deps, async (tx) => {
    const known = await findByDialog(tx, dialog);
    const placed = isInside ? await lockCall(tx.db, request.placed) : undefined;
    if (placed ? placed.endedAt !== null : carrier === '') throw notFound('Call');
    // Where a carrier's API leads to it, no edge has that call, and the dialog is this one's.
    const by = byEdge(deps, { dialog, preference, answers, forwarded, placedBy: (known && placed?.id) ?? null });
    const announced = {
      carrierCallId: placed?.id ?? [callId, fromTag, cseq].join(';'),
      from: international(caller) || caller,
      to: placed?.destination ?? withPlus(called),
    };
    const provider = isInside ? null : carrier;
    return { call: await openIncoming(tx, deps, { provider, call: announced, ingress: by }), ingress: by };
  });
  if (!call) throw notFound('Number');
  // After the owner hangs up, we ring no other step.
  if (after !== null && call.hangUpRequestedAt === null) {
    await moveOn(deps, { callId: call.id, moment: { kind: 'unconnected' }, step: after, ingress });
  }
  const decision = await decide(deps, call.id, (leg) => routesTo(leg, call.id));
  return { ...decision, seconds: Math.min(decision.seconds, 60 * (await minutesOfDialog(deps.db, call))) };
}

/** Decides the edge's next act with a call that has begun its present step. */
async function decide(
  deps: Deps,
  callId: string,
  routesOf: (leg: CallRow) => Promise<Decision['routes']>,
): Promise<Decision> {
  const call = await readCall(deps, callId);
  const { step, steps, legId } = await readIncoming(deps.db, callId);
  const secondsOf = ({ maxMinutes }: CallRow) => Math.min(maxMinutes * 60, deps.config.sipCallSeconds);
  const { callerId, destination: called } = call;
  const none = {
    username: '',
    targets: '',
    ...{ codecs: '', announcement: '' },
    ring: 'together' as const,
    leg: '',
    callerId,
    called,
    ringSeconds: 0,
    seconds: 0,
    inside: '',
    routes: {},
  };
  const refused: Decision = { id: callId, step, action: 'refuse', ...none };
  const action = steps[step];
  if (call.endedAt !== null || call.hangUpRequestedAt !== null) return refused;
  if (action?.kind === 'trunk') {
    const { trunkId, ring, ringSeconds } = action;
    const reached = { username: usernameOf(trunkId), targets: await targetsOf(deps, trunkId) };
    const sound = await readSound(deps.db, deps.config, trunkId);
    return { ...refused, action: 'ring', ...reached, ...sound, ring, ringSeconds, seconds: secondsOf(call) };
  }
  if (action?.kind === 'menu' || action?.kind === 'voicemail') {
    return { ...refused, action: 'answer', seconds: secondsOf(call) };
  }
  if (action?.kind !== 'forward' || legId === null) return refused;
  const leg = await readCall(deps, legId);
  const isInside = await isOurNumber(deps, leg.destination);
  return {
    ...refused,
    action: 'dial',
    leg: leg.id,
    callerId: leg.callerId,
    ringSeconds: action.ringSeconds,
    seconds: secondsOf(leg),
    ...(isInside ? { inside: leg.destination } : { routes: await routesOf(leg) }),
  };
}

async function readCall({ db }: Deps, id: string): Promise<CallRow> {
  const [call] = await db.select().from(voiceCalls).where(eq(voiceCalls.id, id));
  if (!call) throw new Error('a call is gone');
  return call;
}
