import { and, eq, isNull } from 'drizzle-orm';
import { trunkRings } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/** Uses up the address of a leg that rings a trunk: from now on it is this call's, which has a channel of the trunk. */
export async function takeRing(
  tx: Transaction,
  { legId, dialog }: { legId: string; dialog: string },
): Promise<void> {
  await tx.db
    .update(trunkRings)
    .set({ dialog })
    .where(and(eq(trunkRings.legId, legId), isNull(trunkRings.dialog)));
}
