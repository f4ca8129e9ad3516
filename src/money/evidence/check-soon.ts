import { and, eq, isNotNull } from 'drizzle-orm';
import { chainEvidence } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/** Lets a payment that is watched be looked up at once, because something is known to have changed. */
export async function checkSoon(tx: Transaction, transactionId: string): Promise<void> {
  await tx.db
    .update(chainEvidence)
    .set({ nextCheckAt: tx.now })
    .where(and(eq(chainEvidence.transactionId, transactionId), isNotNull(chainEvidence.nextCheckAt)));
}
