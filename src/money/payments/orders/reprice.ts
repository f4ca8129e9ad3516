import { and, eq, isNull } from 'drizzle-orm';
import { transactions } from '../../../../db/schema/index.ts';
import { type Transaction, transact, type TransactionHost } from '../../../platform/events/transact.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { formatMoney, type Money, subtract } from '../../../platform/kit/money.ts';
import type { Margin } from '../../pricing/tariff.ts';
import { announceOrder } from '../../ledger/announce-order.ts';
import type { Fulfilments } from '../../ledger/fulfilment.ts';
import { lockOrder, type OrderRow } from './find-order.ts';
import { fault } from '../../../platform/kit/faults.ts';

/**
 * Gives a waiting order the present price, and tells its owner if the price changed. An order with a waiting payment
 * in a coin keeps its price, because the customer paid that price.
 * @param order locked
 */
export async function reprice(tx: Transaction, fulfilments: Fulfilments, order: OrderRow): Promise<OrderRow> {
  if (order.status !== 'pending' || order.cryptocurrency !== null) return order;
  const { amount } = await fulfilments[order.type].price(tx, order);
  if (amount === order.amount) return order;
  await tx.db
    .update(transactions)
    .set({ amount })
    .where(and(eq(transactions.id, order.id), eq(transactions.status, 'pending'), isNull(transactions.cryptocurrency)));
  const repriced = { ...order, amount };
  announceOrder(tx, repriced);
  return repriced;
}

/**
 * The reseller's part of an order that is paid now: what it costs above the reseller's own present price. An order that
 * was paid in a coin keeps its price, so that this may be more or less than it was when it was placed.
 */
export async function marginOf(tx: Transaction, fulfilments: Fulfilments, order: OrderRow): Promise<Margin | null> {
  const { amount, margin } = await fulfilments[order.type].price(tx, order);
  if (!margin) return null;
  const own = subtract(amount, margin.amount);
  return order.amount > own ? { ...margin, amount: subtract(order.amount, own) } : null;
}

/** Does the same as `reprice`, in its own transaction. */
export async function repriceAlone(
  { deps: host, fulfilments }: { deps: TransactionHost; fulfilments: Fulfilments },
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await transact(host, async (tx) => {
    const order = await lockOrder(tx, userId, id);
    if (order) await reprice(tx, fulfilments, order);
  });
}

/** 409, with the present price. */
export const priceChanged = (price: Money): Problem =>
  new Problem('price_changed', fault('priceChanged', { limit: `£${formatMoney(price)}` }), {
    price: formatMoney(price),
  });
