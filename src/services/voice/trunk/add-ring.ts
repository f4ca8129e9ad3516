import { trunkRings, voiceCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { ZERO } from '../../../platform/kit/money.ts';
import type { Config } from '../../config.ts';
import { MAX_CALL_MINUTES } from '../contract.ts';
import type { CallRow } from '../read-call.ts';

/** Whoever was told to call does so within a few seconds. */
const GOOD_FOR_SECONDS = 60;
/** How long after the last ring the program asks the carrier about the leg. */
const GRACE_SECONDS = 60;

/**
 * Writes the leg over which a carrier, or the edge's answering machine, rings a trunk. It costs its owner nothing; what
 * a carrier asks for it counts as the cost of a call.
 * @param call locked by this transaction
 */
export async function addRing(
  tx: Transaction,
  { sipCallSeconds }: Pick<Config, 'sipCallSeconds'>,
  { call, trunkId, ringSeconds }: { call: CallRow; trunkId: string; ringSeconds: number },
): Promise<CallRow> {
  const { id: parentId, userId, provider, callerId, destination } = call;
  const [leg] = await tx.db
    .insert(voiceCalls)
    .values({
      ...{ parentId, userId, provider, callerId, destination },
      id: newId(tx.clock),
      origin: 'incoming',
      status: 'dialing',
      maxMinutes: Math.min(MAX_CALL_MINUTES, Math.ceil(sipCallSeconds / 60)),
      cost: ZERO,
      calledAt: tx.now,
      dueAt: new Date(tx.now.getTime() + (ringSeconds + GRACE_SECONDS) * 1000),
    })
    .returning();
  if (!leg) throw new Error('an insert returned no row');
  await openAddress(tx, { legId: leg.id, trunkId });
  return leg;
}

/** Lets a leg call the edge, once and soon. @param trunkId the trunk that it rings; null for a number */
export async function openAddress(
  tx: Transaction,
  { legId, trunkId }: { legId: string; trunkId: string | null },
): Promise<void> {
  const expiresAt = new Date(tx.now.getTime() + GOOD_FOR_SECONDS * 1000);
  await tx.db
    .insert(trunkRings)
    .values({ legId, trunkId, expiresAt })
    .onConflictDoUpdate({ target: trunkRings.legId, set: { expiresAt } });
}
