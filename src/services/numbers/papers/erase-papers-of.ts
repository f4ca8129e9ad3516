import { eq, inArray } from 'drizzle-orm';
import { numberPapers, numberPapersFiles, numberPapersSteps } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/** Removes the papers of a closed account. Its files are uploads, and go with those. */
export async function erasePapersOf(tx: Transaction, userId: string): Promise<void> {
  const own = tx.db.select({ id: numberPapers.id }).from(numberPapers).where(eq(numberPapers.userId, userId));
  await tx.db.delete(numberPapersFiles).where(inArray(numberPapersFiles.papersId, own));
  await tx.db.delete(numberPapersSteps).where(inArray(numberPapersSteps.papersId, own));
  await tx.db.delete(numberPapers).where(eq(numberPapers.userId, userId));
}
