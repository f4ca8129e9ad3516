import { and, desc, eq, isNotNull, type SQL, sql as template } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../../db/client.ts';
import { paymentReversals, transactions, users } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { add, formatMoney, type Money, subtract, ZERO } from '../../../platform/kit/money.ts';
import { arrivedOf } from '../../ledger/post.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import type { Reversal } from './contract.ts';

const requester = alias(users, 'requester');
const decider = alias(users, 'decider');

/** The reversals of a payment, newest first. */
export async function findReversals(db: Queryable, paymentId: string): Promise<Reversal[]> {
  return readReversals(db, eq(paymentReversals.transactionId, paymentId));
}

/** One of them. */
export async function findReversal(db: Queryable, id: string): Promise<Reversal> {
  const [found] = await readReversals(db, eq(paymentReversals.id, id));
  if (!found) throw new Error('a reversal is gone');
  return found;
}

async function readReversals(db: Queryable, where: SQL): Promise<Reversal[]> {
  const rows = await db
    .select({
      reversal: paymentReversals,
      requestedBy: { id: requester.id, email: requester.email, fullName: requester.fullName },
      decidedBy: { id: decider.id, email: decider.email, fullName: decider.fullName },
    })
    .from(paymentReversals)
    .innerJoin(requester, eq(requester.id, paymentReversals.requestedBy))
    .innerJoin(decider, eq(decider.id, paymentReversals.decidedBy))
    .where(where)
    .orderBy(desc(paymentReversals.id));
  return rows.map(({ reversal, requestedBy, decidedBy }) => ({
    id: reversal.id,
    amount: formatMoney(reversal.amount),
    reason: reversal.reason,
    freesHash: reversal.freesHash,
    requestedBy,
    requestedAt: reversal.requestedAt.toISOString(),
    decidedBy,
    decidedAt: reversal.decidedAt.toISOString(),
    reversalTransactionId: reversal.reversalTransactionId,
  }));
}

/** A verified payment, locked. @throws not_found, not_allowed_now */
export async function lockVerified(tx: Transaction, paymentId: string): Promise<TransactionRow> {
  const [payment] = await tx.db.select().from(transactions).where(isPayment(paymentId)).for('update');
  if (!payment) throw notFound('Payment');
  if (payment.status !== 'verified') {
    throw new Problem('not_allowed_now', sentence('reversalUnverified'));
  }
  return payment;
}

const isPayment = (id: string) => and(eq(transactions.id, id), isNotNull(transactions.cryptocurrency));

/** The sum that can still be taken back of a payment. @throws not_found */
export async function readLeft(db: Queryable, paymentId: string): Promise<Money> {
  const [payment] = await db.select().from(transactions).where(isPayment(paymentId));
  if (!payment) throw notFound('Payment');
  return payment.status === 'verified' ? leftOf(db, payment) : ZERO;
}

/** The amount that arrived, minus the amount that was taken back. */
export async function leftOf(db: Queryable, payment: TransactionRow): Promise<Money> {
  const done = await db
    .select({ amount: paymentReversals.amount })
    .from(paymentReversals)
    .where(eq(paymentReversals.transactionId, payment.id));
  return subtract(arrivedOf(payment), done.map(({ amount }) => amount).reduce(add, ZERO));
}

/** A condition for `transactions t`: its chain lost it after it was verified, and not all of it was taken back yet. */
export const isLost = template`t.status = 'verified'
  and exists (select from chain_evidence l where l.transaction_id = t.id and l.lost is not null)
  and coalesce(t.received_amount, t.amount) > coalesce((
    select sum(r.amount) from payment_reversals r
    where r.transaction_id = t.id and r.reversal_transaction_id is not null), 0)`;
