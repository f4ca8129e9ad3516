import { and, eq } from 'drizzle-orm';
import { comparisons } from '../../../db/schema/index.ts';
import { type Acting, audit } from '../../callers/audit.ts';
import { alreadyProcessed } from '../../money/ledger/post.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { isOpen } from './keep-reading.ts';

/** Takes a difference as known, for a written reason. @throws not_found, already_processed (it agrees or was accepted) */
export async function acceptDifference(
  { tx, actor }: Acting,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const ofRow = eq(comparisons.id, id);
  const [accepted] = await tx.db
    .update(comparisons)
    .set({ acceptedAt: tx.now, acceptedBy: actor.id, reason })
    .where(and(ofRow, isOpen))
    .returning();
  if (!accepted) {
    const [known] = await tx.db.select({ id: comparisons.id }).from(comparisons).where(ofRow);
    throw known ? alreadyProcessed() : notFound('Comparison');
  }
  const { subject, unit, said, difference } = accepted;
  await audit(tx, actor, 'books.accepted', {
    subject: `${unit} ${subject}`,
    detail: { comparisonId: id, said, difference, reason },
  });
}
