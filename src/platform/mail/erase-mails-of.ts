import { eq } from 'drizzle-orm';
import { mails } from '../../../db/schema/index.ts';
import type { Transaction } from '../events/transact.ts';

/** Forgets all mails to an account: what they said, where they went, and that they did. */
export async function eraseMailsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(mails).where(eq(mails.userId, userId));
}
