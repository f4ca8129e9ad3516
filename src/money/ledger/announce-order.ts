import type { Transaction } from '../../platform/events/transact.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { orderChangedEvent } from './events.ts';
import type { TransactionRow } from './transaction-row.ts';

/** Tells an order's owner and the administrators about the order's new state. */
export function announceOrder(tx: Transaction, order: TransactionRow): void {
  const { id: transactionId, userId, status } = order;
  const amount = formatMoney(order.amount);
  tx.publish(orderChangedEvent, userId, { transactionId, userId, status, amount });
}
