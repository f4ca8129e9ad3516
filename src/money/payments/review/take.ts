import { and, eq } from 'drizzle-orm';
import { paymentTakes } from '../../../../db/schema/index.ts';
import type { Acting } from '../../../callers/audit.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import type { takePayment } from '../admin-contract.ts';
import { paymentTakenEvent } from '../events.ts';
import { findPending } from './find-pending.ts';

/**
 * Notes who looks into a waiting payment, or that this administrator no longer does. Who takes it last has it; another
 * administrator's take is not ended by leaving.
 * @throws not_found, already_processed
 */
export async function take(
  { tx, actor }: Acting,
  { transactionId, taken }: { transactionId: string; taken: boolean },
): Promise<ResponseOf<typeof takePayment>> {
  const { userId } = await findPending(tx, transactionId);
  const row = { takenBy: actor.id, takenAt: tx.now };
  if (taken) {
    await tx.db
      .insert(paymentTakes)
      .values({ transactionId, ...row })
      .onConflictDoUpdate({ target: paymentTakes.transactionId, set: row });
  } else {
    const own = and(eq(paymentTakes.transactionId, transactionId), eq(paymentTakes.takenBy, actor.id));
    await tx.db.delete(paymentTakes).where(own);
  }
  const answer = { taken: await readTake(tx, transactionId) };
  tx.publish(paymentTakenEvent, userId, { transactionId, ...answer });
  return answer;
}

async function readTake(tx: Transaction, transactionId: string) {
  const [row] = await tx.db.select().from(paymentTakes).where(eq(paymentTakes.transactionId, transactionId));
  if (!row) return null;
  const { id, email, fullName } = await readUser(tx.db, row.takenBy);
  return { by: { id, email, fullName }, at: row.takenAt.toISOString() };
}
