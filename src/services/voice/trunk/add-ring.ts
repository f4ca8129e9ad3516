import { trunkRings, voiceCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { ZERO } from '../../../platform/kit/money.ts';
import type { Config } from '../../config.ts';
import { MAX_CALL_MINUTES } from '../contract.ts';
import type { CallRow } from '../present-call.ts';

/** A carrier that was told to calls within a few seconds. */
const GOOD_FOR_SECONDS = 60;
/** How long after the last ring the program asks the carrier about the leg. */
const GRACE_SECONDS = 60;

/** A trunk that rings for so many seconds. */
interface Ring {
  trunkId: string;
  ringSeconds: number;
}

/**
 * Writes the leg over which a carrier rings a trunk. It costs its owner nothing; what the carrier asks for it counts as
 * the cost of a call.
 * @param call locked by this transaction
 */
export async function addRing(
  tx: Transaction,
  { sipCallSeconds }: Pick<Config, 'sipCallSeconds'>,
  { call, trunkId, ringSeconds }: Ring & { call: CallRow },
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
  const expiresAt = new Date(tx.now.getTime() + GOOD_FOR_SECONDS * 1000);
  await tx.db.insert(trunkRings).values({ legId: leg.id, trunkId, expiresAt });
  return leg;
}
