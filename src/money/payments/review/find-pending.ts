import { and, eq, inArray } from 'drizzle-orm';
import { transactions, users } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { notFound, Problem } from '../../../platform/kit/errors.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
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
  if (row.status !== 'pending') throw await processed(tx, row);
  return row;
}

/** The second administrator learns who was first. */
async function processed(tx: Transaction, { settledBy, status }: TransactionRow): Promise<Problem> {
  const [first] = settledBy
    ? await tx.db
        .select({ email: users.email, fullName: users.fullName })
        .from(users)
        .where(and(eq(users.id, settledBy), eq(users.role, 'admin')))
    : [];
  if (!first) return alreadyProcessed();
  const name = first.fullName || first.email;
  return new Problem('already_processed', sentence(status === 'failed' ? 'rejectedBy' : 'verifiedBy', { name }));
}
