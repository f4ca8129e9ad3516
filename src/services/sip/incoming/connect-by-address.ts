import { RING_SECONDS } from '../../../carriers/call-flow.ts';
import { lockUser } from '../../../money/ledger/lock-user.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { readIncoming } from '../../voice/inbound/read-incoming.ts';
import { type CallRow, lockCall } from '../../voice/read-call.ts';
import { findReachable } from '../../voice/trunk/find-reachable.ts';
import { readAddress } from '../../voice/trunk/held-by-edge.ts';
import { dialogName, takeRing } from '../../voice/trunk/keep-dialog.ts';
import { legOfRing } from '../../voice/trunk/ring-address.ts';
import { isOurNumber } from '../../voice/trunk/open-call.ts';
import { readSound } from '../../trunks/sound-of.ts';
import { usernameOf } from '../../trunks/username.ts';
import { hasChannel } from './by-edge.ts';
import { dialogOf } from '../dialog-of.ts';
import type { receiveSipCall } from './contract.ts';
import { targetsOf } from './find-targets.ts';

type Request = BodyOf<typeof receiveSipCall>;
type Decision = ResponseOf<typeof receiveSipCall>;

/**
 * Decides about a call by an address that we gave: a carrier rings a trunk for a number that it has told us of, or calls a
 * number of ours; or the edge's answering machine rings a trunk or calls another number. The address is good for one call, from whoever got it, as
 * long as the number's plan is at this step. Asked twice, it answers the same.
 * @param routesTo the routes to another number, of a leg whose cost was set aside
 * @throws not_found (no such address, or it is not good any more)
 */
export async function connectByAddress(
  deps: Deps,
  { request, routesTo }: { request: Request; routesTo: (leg: CallRow) => Promise<Decision['routes']> },
): Promise<Decision> {
  const legId = legOfRing(deps.config, request.called);
  const decided = legId === undefined ? undefined : await transact(deps, (tx) => decide(tx, deps, legId, request));
  if (!decided) throw notFound('Call');
  const { decision, leg, trunkId } = decided;
  if (decision.action === 'dial' && decision.inside === '') return { ...decision, routes: await routesTo(leg) };
  if (!trunkId) return decision;
  return { ...decision, ...(await readSound(deps.db, deps.config, trunkId)), targets: await targetsOf(deps, trunkId) };
}

async function decide(
  tx: Transaction,
  deps: Deps,
  legId: string,
  request: Request,
): Promise<{ decision: Decision; leg: CallRow; trunkId?: string } | undefined> {
  const { carrier, after } = request;
  const leg = await lockCall(tx.db, legId);
  if (!leg || leg.endedAt !== null) return undefined;
  const call = leg.parentId === null ? leg : await lockCall(tx.db, leg.parentId);
  const address = await readAddress(tx.db, legId);
  if (!call || call.endedAt !== null || !address) return undefined;
  const dialog = dialogOf(request);
  const isNew = address.dialog === null;
  if (isNew ? address.expiresAt <= tx.now : address.dialog !== dialogName(dialog)) return undefined;
  const {
    step,
    steps,
    legId: present,
  } = call.origin === 'incoming' ? await readIncoming(tx.db, call.id) : orderedStep(leg);
  const action = steps[step];
  if (present !== legId || (action?.kind !== 'trunk' && action?.kind !== 'forward')) return undefined;
  const isInside = action.kind === 'forward' && (await isOurNumber(tx, leg.destination));
  // Only an answering machine calls numbers of others by such an address; who carries them is known later.
  if (carrier !== (action.kind === 'trunk' || isInside ? (leg.provider ?? '') : '')) return undefined;
  const { userId, destination: called } = call;
  const { callerId } = action.kind === 'trunk' ? call : leg;
  const refused: Decision = {
    ...{ id: legId, step, action: 'refuse', username: '', targets: '', leg: '' },
    ...{ codecs: '', announcement: '' },
    ...{ ring: 'together', callerId, called },
    ...{ ringSeconds: 0, seconds: 0, inside: '', routes: {} },
  };
  // Whoever called by it goes on once nobody answered, and whom its owner has hung up on rings nobody.
  if (after !== null || call.hangUpRequestedAt !== null) return { decision: refused, leg };
  if ((await lockUser(tx, userId)).status === 'suspended') return { decision: refused, leg };
  const { ringSeconds } = action;
  const seconds = Math.min(leg.maxMinutes * 60, deps.config.sipCallSeconds);
  if (action.kind === 'forward') {
    if (isNew) await takeRing(tx, leg, dialog);
    const inside = isInside ? leg.destination : '';
    return { decision: { ...refused, action: 'dial', leg: legId, ringSeconds, seconds, inside }, leg };
  }
  const { trunkId } = address;
  const found = trunkId === null ? undefined : await findReachable(tx, { userId, trunkId });
  if (trunkId === null || !found) return { decision: refused, leg };
  if (isNew) {
    if (!(await hasChannel(tx, { userId, trunkId, planId: found.planId }))) return { decision: refused, leg };
    await takeRing(tx, leg, dialog);
  }
  const username = usernameOf(trunkId);
  const { ring } = action;
  return { decision: { ...refused, action: 'ring', username, ring, ringSeconds, seconds }, leg, trunkId };
}

/** A call that was ordered by the API, or its leg, as if it were the step of a plan. */
const orderedStep = ({ id: legId, destination: number }: CallRow) => ({
  ...{ step: 0, legId },
  steps: [{ kind: 'forward', number, ringSeconds: RING_SECONDS } as const],
});
