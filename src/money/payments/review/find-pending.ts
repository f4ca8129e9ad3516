import { and, eq, inArray } from 'drizzle-orm';
import { transactions } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import { ORDER_TYPES } from '../../ledger/fulfilment.ts';
import { alreadyProcessed } from '../../ledger/post.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';

/** The types that an administrator decides on: purchases of credit, and orders. */
const PAYMENTS = ['credit_purchase', ...ORDER_TYPES] as const;

/**
 * Reads a payment that waits for a decision, and locks it. The conditional update in the ledger ensures that it is
 * decided only once; the lock is for the order in which rows are locked.
 * @throws not_found, already_processed
 */
export async function findPending(tx: Transaction, id: string): Promise<TransactionRow> {
  const [row] = await tx.db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), inArray(transactions.type, [...PAYMENTS])))
    .for('update');
  if (!row) throw notFound('Payment');
  if (row.status !== 'pending') throw alreadyProcessed();
  return row;
}
