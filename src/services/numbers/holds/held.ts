import { and, desc, eq, gt } from 'drizzle-orm';
import type { Acting, Calling } from '../../../callers/audit.ts';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Hold } from '../contract.ts';
import type { NumberRow } from '../present-number.ts';
import { notFound } from '../../../platform/kit/errors.ts';

/** The numbers that the caller holds now, newest first. */
export async function listHolds({ deps, actor }: Calling<Deps>): Promise<Hold[]> {
  const now = deps.clock.now();
  const rows = await deps.db
    .select()
    .from(didNumbers)
    .where(and(eq(didNumbers.userId, actor.id), eq(didNumbers.status, 'reserved'), gt(didNumbers.expiresAt, now)))
    .orderBy(desc(didNumbers.id));
  return rows.map((row) => presentHold(row, now));
}

/** A hold as the contract shows it. */
export const presentHold = (row: NumberRow, now: Date): Hold => {
  const { number, country, carriesMessages, carriesCalls, expiresAt } = row;
  const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
  return { number, country, carriesMessages, carriesCalls, heldUntil: expiresAt.toISOString(), secondsLeft };
};

/** Releases a number that the caller holds. @throws not_found */
export async function releaseHold({ tx, actor }: Acting, number: string): Promise<void> {
  const released = await tx.db
    .delete(didNumbers)
    .where(
      and(
        eq(didNumbers.number, number),
        eq(didNumbers.userId, actor.id),
        eq(didNumbers.status, 'reserved'),
        gt(didNumbers.expiresAt, tx.now),
      ),
    )
    .returning({ id: didNumbers.id });
  if (released.length === 0) throw notFound('Hold');
}
