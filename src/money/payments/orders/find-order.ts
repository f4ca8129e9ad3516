import { and, eq, inArray } from 'drizzle-orm';
import { transactions } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { isOrderType, ORDER_TYPES, type OrderType } from '../../ledger/fulfilment.ts';
import { alreadyProcessed } from '../../ledger/post.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';

export type OrderRow = TransactionRow & { type: OrderType };

/** An order of a user in any state, locked. */
export async function lockOrder(tx: Transaction, userId: string, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), eq(transactions.userId, userId), inArray(transactions.type, [...ORDER_TYPES])))
    .for('update');
  return row && asOrder(row);
}

/** A transaction as an order; undefined if it is not one. */
export function asOrder(row: TransactionRow): OrderRow | undefined {
  const { type } = row;
  return isOrderType(type) ? { ...row, type } : undefined;
}

/**
 * An order that its owner can still change, locked.
 * @throws not_found, already_processed, not_allowed_now (a payment in a coin is attached to it)
 */
export async function lockOpenOrder(tx: Transaction, userId: string, id: string): Promise<OrderRow> {
  const order = await lockOrder(tx, userId, id);
  if (!order) throw notFound('Order');
  if (order.status !== 'pending') throw alreadyProcessed();
  if (order.cryptocurrency !== null) throw paymentWaiting();
  return order;
}

export const paymentWaiting = () => new Problem('not_allowed_now', sentence('orderWaits'));
