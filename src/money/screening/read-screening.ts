import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { paymentScreenings } from '../../../db/schema/index.ts';

/** Tells whether the service has blocked, cleared or not answered about a payment with this hash; null: not asked. */
export async function readScreening(
  db: Queryable,
  { transactionId, hash }: { transactionId: string; hash: string },
): Promise<Pick<typeof paymentScreenings.$inferSelect, 'verdict' | 'reason' | 'askedAt'> | null> {
  const [found] = await db
    .select()
    .from(paymentScreenings)
    .where(and(eq(paymentScreenings.transactionId, transactionId), eq(paymentScreenings.transactionHash, hash)));
  return found ?? null;
}
