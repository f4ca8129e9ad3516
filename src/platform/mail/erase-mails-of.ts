import { eq } from 'drizzle-orm';
import { mails } from '../../../db/schema/index.ts';
import type { Transaction } from '../events/transact.ts';

/** Deletes all mails to an account, with their texts and addresses. */
export async function eraseMailsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(mails).where(eq(mails.userId, userId));
}
