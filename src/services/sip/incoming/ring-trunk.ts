import { eq } from 'drizzle-orm';
import { trunkRings } from '../../../../db/schema/index.ts';
import { lockUser } from '../../../money/ledger/lock-user.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { readIncoming } from '../../voice/inbound/read-incoming.ts';
import { lockCall } from '../../voice/read-call.ts';
import { findRegistered } from '../../voice/trunk/find-registered.ts';
import { legOfRing } from '../../voice/trunk/ring-address.ts';
import { takeRing } from '../../voice/trunk/take-ring.ts';
import { hasChannel } from './by-edge.ts';
import type { receiveSipCall } from './contract.ts';

type Request = BodyOf<typeof receiveSipCall>;
type Decision = ResponseOf<typeof receiveSipCall>;

/**
 * Decides about a call by which a carrier rings a trunk for a number that it has told us of. Its address is good for
 * one call, from that carrier, as long as the number's plan is at this step. Asked twice, it answers the same.
 * @throws not_found (no such address, or it is not good any more)
 */
export async function ringTrunk(deps: Deps, request: Request): Promise<Decision> {
  const legId = legOfRing(deps.config, request.called);
  const decision =
    legId === undefined ? undefined : await transact(deps, (tx) => decide(tx, deps, legId, request));
  if (!decision) throw notFound('Call');
  return decision;
}

async function decide(
  tx: Transaction,
  deps: Deps,
  legId: string,
  { carrier, after, callId, fromTag, cseq }: Request,
): Promise<Decision | undefined> {
  const leg = await lockCall(tx.db, legId);
  if (!leg?.parentId || leg.endedAt !== null || leg.provider !== carrier) return undefined;
  const call = await lockCall(tx.db, leg.parentId);
  const [ring] = await tx.db.select().from(trunkRings).where(eq(trunkRings.legId, legId));
  if (!call || call.endedAt !== null || !ring) return undefined;
  const dialog = [callId, fromTag, cseq].join(';');
  if (ring.dialog === null ? ring.expiresAt <= tx.now : ring.dialog !== dialog) return undefined;
  const { step, steps, legId: present } = await readIncoming(tx.db, call.id);
  const action = steps[step];
  if (present !== legId || action?.kind !== 'trunk') return undefined;
  const { userId, callerId, destination: called } = call;
  const refused: Decision = {
    ...{ id: legId, step, action: 'refuse', username: '', ring: 'together', leg: '', callerId, called },
    ...{ ringSeconds: 0, seconds: 0, routes: {} },
  };
  // The carrier goes on once the telephones did not answer, and whom its owner has hung up on rings nobody.
  if (after !== null || call.hangUpRequestedAt !== null) return refused;
  if ((await lockUser(tx, userId)).status === 'suspended') return refused;
  const trunkId = ring.trunkId;
  const found = await findRegistered(tx, { userId, trunkId });
  if (!found) return refused;
  if (ring.dialog === null) {
    if (!(await hasChannel(tx, { userId, trunkId, planId: found.planId }))) return refused;
    await takeRing(tx, { legId, dialog });
  }
  const { username } = found;
  const seconds = Math.min(leg.maxMinutes * 60, deps.config.sipCallSeconds);
  const { ring: order, ringSeconds } = action;
  return { ...refused, action: 'ring', username, ring: order, ringSeconds, seconds };
}
