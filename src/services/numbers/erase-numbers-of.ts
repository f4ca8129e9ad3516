import { eq } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/** Forgets what an account wrote about its numbers: their names, and whom their calls reach or what callers hear. */
export async function eraseNumbersOf(tx: Transaction, userId: string): Promise<void> {
  await tx.db
    .update(didNumbers)
    .set({ name: null, answerPlan: null, mailCalls: false, mailMessages: false })
    .where(eq(didNumbers.userId, userId));
}
