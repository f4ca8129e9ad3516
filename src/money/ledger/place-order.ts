import { and, eq } from 'drizzle-orm';
import { transactions } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { wordsOf } from '../../platform/kit/wordings.ts';
import { announceOrder } from './announce-order.ts';
import type { OrderType, Quote } from './fulfilment.ts';
import type { TransactionRow } from './transaction-row.ts';

/**
 * Places an order once: if the same order is already waiting, that one is returned. A unique index in the database
 * ensures this.
 * @param actor the person who orders, for the audit log
 */
export async function placeOrder(
  { tx, actor }: { tx: Transaction; actor: Pick<Actor, 'id'> },
  { userId, type, quote }: { userId: string; type: OrderType; quote: Quote },
): Promise<TransactionRow> {
  const [placed] = await tx.db
    .insert(transactions)
    .values({ ...quote, id: newId(tx.clock), userId, type, status: 'pending', createdAt: tx.now })
    .onConflictDoNothing()
    .returning();
  if (!placed) {
    const waiting = await findWaiting(tx, { userId, type, quote });
    // The waiting order may be settled before it is read; then a new one can be placed.
    return waiting ?? placeOrder({ tx, actor }, { userId, type, quote });
  }
  announceOrder(tx, placed);
  await audit(tx, actor, 'order.placed', {
    subject: wordsOf(placed.wording, placed.description),
    userId,
    detail: { transactionId: placed.id, amount: formatMoney(placed.amount) },
  });
  return placed;
}

/** The waiting order for the same thing, locked. */
export async function findWaiting(
  tx: Transaction,
  { userId, type, quote }: { userId: string; type: OrderType; quote: Pick<Quote, 'trunkId' | 'resellerPackage'> },
): Promise<TransactionRow | undefined> {
  const { trunkId, resellerPackage } = quote;
  const [waiting] = await tx.db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        eq(transactions.type, type),
        eq(transactions.status, 'pending'),
        trunkId ? eq(transactions.trunkId, trunkId) : undefined,
        resellerPackage ? eq(transactions.resellerPackage, resellerPackage) : undefined,
      ),
    )
    .for('update');
  return waiting;
}
