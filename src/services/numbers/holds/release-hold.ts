import { and, eq, gt } from 'drizzle-orm';
import type { Acting } from '../../../callers/acting.ts';
import { didNumbers } from '../../../../db/schema/index.ts';
import { notFound } from '../../../platform/kit/errors.ts';

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
