import { eq, inArray } from 'drizzle-orm';
import { numberPapers, numberPapersFiles, numberPapersSteps } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import { isByHand } from './present-papers.ts';
import { queueWithdrawal, tellToDelete } from './withdraw-papers.ts';

/**
 * Removes the papers of a closed account, here and at their carriers; administrators are asked to delete those that were
 * handed in by hand. Its files are uploads, and go with those.
 */
export async function erasePapersOf(
  { tx, deps }: { tx: Transaction; deps: Pick<Deps, 'carriers'> },
  userId: string,
): Promise<void> {
  const papers = await tx.db
    .select()
    .from(numberPapers)
    .where(eq(numberPapers.userId, userId))
    .orderBy(numberPapers.id)
    .for('update');
  for (const row of papers) {
    const wasMade = await queueWithdrawal(tx, row);
    if (!wasMade && isByHand(deps, row)) await tellToDelete(tx, row);
  }
  const own = tx.db.select({ id: numberPapers.id }).from(numberPapers).where(eq(numberPapers.userId, userId));
  await tx.db.delete(numberPapersFiles).where(inArray(numberPapersFiles.papersId, own));
  await tx.db.delete(numberPapersSteps).where(inArray(numberPapersSteps.papersId, own));
  await tx.db.delete(numberPapers).where(eq(numberPapers.userId, userId));
}
