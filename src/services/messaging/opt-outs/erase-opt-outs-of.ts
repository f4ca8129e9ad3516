import { eq } from 'drizzle-orm';
import { optOuts, optOutTexts } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/** Removes the list and the texts of a closed account, which sends nothing any more. */
export async function eraseOptOutsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(optOuts).where(eq(optOuts.userId, userId));
  await tx.db.delete(optOutTexts).where(eq(optOutTexts.userId, userId));
}
