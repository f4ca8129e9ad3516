import { desc, eq, isNull } from 'drizzle-orm';
import { proofDifferences, proofs, users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { Books } from './contract.ts';

const MOST = 100;

/** When the books were last proved, and the known differences. */
export async function getBooks({ db }: Pick<Deps, 'db'>): Promise<Books> {
  const proved = await db.select().from(proofs);
  const open = await db
    .select({ difference: proofDifferences, email: users.email })
    .from(proofDifferences)
    .leftJoin(users, eq(users.id, proofDifferences.userId))
    .where(isNull(proofDifferences.clearedAt))
    .orderBy(desc(proofDifferences.id))
    .limit(MOST);
  const recent = proved.find(({ kind }) => kind === 'recent');
  const whole = proved.find(({ kind }) => kind === 'whole');
  return {
    sound: open.length === 0,
    recent: recent ? { at: recent.provedAt.toISOString(), entries: recent.entries } : null,
    whole: whole
      ? {
          finishedAt: whole.finishedAt?.toISOString() ?? null,
          underWaySince: whole.next === null ? null : (whole.beganAt?.toISOString() ?? null),
        }
      : null,
    differences: open.map(({ difference: { rule, subject, userId, expected, found, foundAt }, email }) => ({
      rule,
      subject,
      account: userId !== null && email !== null ? { id: userId, email } : null,
      expected,
      found,
      foundAt: foundAt.toISOString(),
    })),
  };
}
