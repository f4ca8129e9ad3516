import { and, eq } from 'drizzle-orm';
import { numberPapers } from '../../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../../callers/audit.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { announceDecision } from './announce-papers.ts';
import type { decidePapers as endpoint, PapersEntry } from './contract.ts';
import { presentEntry, requireEntry } from './list-papers.ts';
import { isByHand } from './present-papers.ts';

/**
 * Says what came of papers that the operator hands in by hand. Accepted ones may be taken back.
 * @throws not_found, not_allowed_now (the carrier decides on them; they are rejected already)
 */
export async function decidePapers(
  { tx, deps, actor }: ActingWith<Deps>,
  { papersId, decision }: { papersId: string; decision: BodyOf<typeof endpoint> },
): Promise<PapersEntry> {
  const { row, user } = await requireEntry(tx.db, papersId);
  if (!isByHand(deps, row)) throw new Problem('not_allowed_now', sentence('papersOfCarrier'));
  const { status } = decision;
  const reason = decision.status === 'rejected' ? decision.reason : null;
  const [decided] = await tx.db
    .update(numberPapers)
    .set({ status, reason, decidedAt: tx.now, decidedBy: actor.id, dueAt: null })
    .where(
      and(
        eq(numberPapers.id, papersId),
        eq(numberPapers.round, row.round),
        status === row.status || row.status === 'rejected'
          ? eq(numberPapers.status, 'in-review')
          : eq(numberPapers.status, row.status),
      ),
    )
    .returning();
  if (!decided) throw new Problem('not_allowed_now', sentence('papersDecided'));
  await audit(tx, actor, status === 'approved' ? 'number_papers.accepted' : 'number_papers.rejected', {
    subject: user.email,
    userId: row.userId,
    detail: { papersId, before: row.status, reason, country: row.countryCode },
  });
  await announceDecision(tx, decided);
  return presentEntry(deps, { row: decided, user });
}
