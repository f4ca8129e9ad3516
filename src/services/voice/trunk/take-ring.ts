import { and, eq, isNull } from 'drizzle-orm';
import { trunkRings } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { CallRow } from '../present-call.ts';
import { type Dialog, dialogName, keepDialog } from './keep-dialog.ts';

/**
 * Uses up the address of a leg: from now on it is this call's, which has a channel of the trunk that it rings. One that
 * no carrier has is the edge's own.
 */
export async function takeRing(tx: Transaction, leg: CallRow, dialog: Dialog): Promise<void> {
  await tx.db
    .update(trunkRings)
    .set({ dialog: dialogName(dialog) })
    .where(and(eq(trunkRings.legId, leg.id), isNull(trunkRings.dialog)));
  if (leg.provider === null) await keepDialog(tx, { callId: leg.id, trunkId: null }, dialog);
}
