import type { Transaction } from '../../../platform/events/transact.ts';
import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import { lockOrder } from './find-order.ts';

/**
 * An order that a purchase names must wait for its payment, and must have no other payment.
 * @throws validation_failed (settlesTransactionId)
 */
export async function checkNamedOrder(
  tx: Transaction,
  userId: string,
  { settlesTransactionId }: { settlesTransactionId?: string | null | undefined },
): Promise<void> {
  if (!settlesTransactionId) return;
  const named = await lockOrder(tx, userId, settlesTransactionId);
  if (named?.status !== 'pending' || named.cryptocurrency !== null) {
    throw invalidField('settlesTransactionId', sentence('noSuchOrder'));
  }
}
