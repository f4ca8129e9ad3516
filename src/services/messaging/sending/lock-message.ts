import { and, eq } from 'drizzle-orm';
import { smsMessages } from '../../../../db/schema/index.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/** Locks a message of an account until the end of the transaction. @throws not_found */
export async function lockMessage(
  tx: Transaction,
  { owner, message: id }: { owner: string; message: string },
): Promise<typeof smsMessages.$inferSelect> {
  const [message] = await tx.db
    .select()
    .from(smsMessages)
    .where(and(eq(smsMessages.id, id), eq(smsMessages.userId, owner)))
    .for('update');
  if (!message) throw notFound('Message');
  return message;
}
