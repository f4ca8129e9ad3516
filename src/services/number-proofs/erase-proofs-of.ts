import { eq } from 'drizzle-orm';
import { provenNumbers } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/** Removes the numbers that a closed account confirmed. */
export async function eraseProofsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(provenNumbers).where(eq(provenNumbers.userId, userId));
}
