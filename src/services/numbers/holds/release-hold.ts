import { and, eq, gt } from 'drizzle-orm';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { Actor } from '../../../callers/guards.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';

/** Releases a number that the caller holds. @throws not_found */
export async function releaseHold({ tx, actor }: { tx: Transaction; actor: Actor }, number: string): Promise<void> {
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
