import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { removeOld } from '../../../db/remove-old.ts';
import { verifications } from '../../../db/schema/index.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import type { Deps } from '../deps.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** Verifications are kept for a year: the figures and the list need no more. */
const KEPT_MS = 365 * DAY_MS;

/** Removes codes that nobody can use any more, and verifications of more than a year ago. */
export async function expireVerifications({ db, sql, clock }: Deps): Promise<void> {
  await db
    .update(verifications)
    .set({ sealedCode: null })
    .where(
      and(
        eq(verifications.status, 'pending'),
        lte(verifications.expiresAt, clock.now()),
        isNotNull(verifications.sealedCode),
      ),
    );
  const before = firstIdAt(new Date(clock.now().getTime() - KEPT_MS));
  await removeOld(sql, 'verifications', sql`id < ${before}::uuid`);
}
