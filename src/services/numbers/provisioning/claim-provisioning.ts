import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { claimsOverAt } from '../../../platform/kit/claims-over.ts';
import type { NumberRow } from '../present-number.ts';

/** Takes the oldest number that is paid for and that no other process is buying now. */
export async function claimProvisioning(deps: Deps, claimMs: number): Promise<NumberRow | undefined> {
  const now = deps.clock.now();
  const oldest = deps.db
    .select({ id: didNumbers.id })
    .from(didNumbers)
    .where(
      and(
        eq(didNumbers.status, 'provisioning'),
        or(isNull(didNumbers.claimedUntil), lte(didNumbers.claimedUntil, claimsOverAt(deps.clock))),
      ),
    )
    .orderBy(didNumbers.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await deps.db
    .update(didNumbers)
    .set({ claimedUntil: new Date(now.getTime() + claimMs) })
    .where(inArray(didNumbers.id, oldest))
    .returning();
  return claimed;
}
