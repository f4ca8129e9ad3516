import { type Actor, audit } from '../../../callers/audit.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import { announceOrder } from '../../ledger/announce-order.ts';
import { fail } from '../../ledger/post.ts';
import type { Transaction } from '../contract.ts';
import { lockOpenOrder } from './find-order.ts';
import { presentTransaction } from '../present-transaction.ts';
import { wording, wordsOf } from '../../../platform/kit/wordings.ts';

/**
 * Cancels an order for which nothing was paid. An order with a payment in a coin is left to the administrators,
 * because that money may have arrived.
 * @throws not_found, already_processed, not_allowed_now
 */
export async function cancel(
  { actor }: { actor: Actor },
  { tx, userId, transactionId }: { tx: DatabaseTransaction; userId: string; transactionId: string },
): Promise<Transaction> {
  const order = await lockOpenOrder(tx, userId, transactionId);
  const reasonWording = wording(actor.id === userId ? 'cancelled' : 'cancelledByAdmin');
  const cancelled = await fail(tx, order.id, { reasonWording, settledBy: actor.id });
  announceOrder(tx, cancelled);
  const { email } = await readUser(tx.db, userId);
  await audit(tx, actor, 'order.cancelled', {
    subject: email,
    userId,
    detail: { transactionId: order.id, description: wordsOf(order.wording, order.description) },
  });
  return presentTransaction(cancelled);
}
