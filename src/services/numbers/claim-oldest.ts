import { and, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import { claimsOverAt } from '../../platform/kit/claims-over.ts';
import type { Deps } from '../deps.ts';
import type { NumberRow } from './present-number.ts';

/** Takes the oldest number of some that no other process works on now. */
export async function claimOldest(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  some: SQL | undefined,
  claimMs: number,
): Promise<NumberRow | undefined> {
  const unclaimed = or(isNull(didNumbers.claimedUntil), lte(didNumbers.claimedUntil, claimsOverAt(clock)));
  const oldest = db
    .select({ id: didNumbers.id })
    .from(didNumbers)
    .where(and(some, unclaimed))
    .orderBy(didNumbers.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(didNumbers)
    .set({ claimedUntil: new Date(clock.now().getTime() + claimMs) })
    .where(inArray(didNumbers.id, oldest))
    .returning();
  return claimed;
}
