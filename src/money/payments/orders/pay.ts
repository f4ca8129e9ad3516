import { type Actor, audit } from '../../../callers/audit.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import { announceOrder } from '../../ledger/announce-order.ts';
import type { Fulfilments } from '../../ledger/fulfilment.ts';
import { formatMoney, negate, parseMoney } from '../../../platform/kit/money.ts';
import { wording, wordsOf } from '../../../platform/kit/wordings.ts';
import { fail, settle } from '../../ledger/post.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import type { Transaction } from '../contract.ts';
import { presentTransaction } from '../present-transaction.ts';
import { type OrderRow, lockOpenOrder } from './find-order.ts';
import { marginOf, priceChanged, reprice } from './reprice.ts';

/**
 * Pays an order from the balance and grants it, in one transaction. The customer is charged exactly the price that
 * they saw.
 * @param price the price that the customer saw, a decimal string in pounds; null: the order's price
 * @throws not_found, already_processed, not_allowed_now (the order has a waiting payment, or can no longer be
 *   granted), already_subscribed, price_changed, insufficient_credits
 */
export async function pay(
  { fulfilments, actor }: { fulfilments: Fulfilments; actor: Actor },
  {
    tx,
    userId,
    transactionId,
    price,
  }: { tx: DatabaseTransaction; userId: string } & { transactionId: string; price: string | null },
): Promise<Transaction> {
  const order = await lockOpenOrder(tx, userId, transactionId);
  const obstacle = await fulfilments[order.type].obstacle(tx, order);
  if (obstacle) throw obstacle;
  const shown = price === null ? order.amount : parseMoney(price);
  const current = await reprice(tx, fulfilments, order);
  if (current.amount !== shown) throw priceChanged(current.amount);
  return presentTransaction(await payFromBalance({ tx, fulfilments, actor }, current));
}

/** Pays a locked order that can be granted. @param actor null: the system @throws insufficient_credits */
export async function payFromBalance(
  { tx, fulfilments, actor }: { tx: DatabaseTransaction; fulfilments: Fulfilments; actor: Pick<Actor, 'id'> | null },
  order: OrderRow,
): Promise<TransactionRow> {
  const paid = await settle(tx, order, {
    status: 'completed',
    change: negate(order.amount),
    reason: 'order_paid',
    margin: await marginOf(tx, fulfilments, order),
    columns: {
      settledBy: actor?.id ?? null,
    },
  });
  await fulfilments[order.type].grant(tx, paid);
  announceOrder(tx, paid);
  const { id, email } = await readUser(tx.db, order.userId);
  await audit(tx, actor, 'order.paid', {
    subject: email,
    userId: id,
    detail: {
      transactionId: order.id,
      amount: formatMoney(order.amount),
      description: wordsOf(order.wording, order.description),
    },
  });
  return paid;
}

/**
 * Cancels an order for which nothing was paid. An order with a payment in a coin is left to the administrators,
 * because that money may have arrived.
 * @throws not_found, already_processed, not_allowed_now
 */
export async function cancel(
  { tx, actor }: { tx: DatabaseTransaction; actor: Actor },
  { userId, transactionId }: { userId: string; transactionId: string },
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
