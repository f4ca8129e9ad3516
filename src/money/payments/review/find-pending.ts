import { and, eq, sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import { users } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { ORDER_TYPES } from '../../ledger/fulfilment.ts';
import { alreadyProcessed } from '../../ledger/post.ts';
import { type TransactionRow, transactionRow } from '../../ledger/transaction-row.ts';

/** The types that an administrator decides on: purchases of credit, and orders. */
const PAYMENTS = ['credit_purchase', ...ORDER_TYPES];

const lockPayment = prepared<{ id: string }, Record<string, unknown>>(
  (p) => template`
    select ${transactionRow.list} from transactions
    where id = ${p.id}::uuid and type in (${template.raw(PAYMENTS.map((type) => `'${type}'`).join())}) for update`,
);

/**
 * Reads a payment that waits for a decision, and locks it. The conditional update in the ledger ensures that it is
 * decided only once; the lock is for the order in which rows are locked.
 * @throws not_found, already_processed
 */
export async function findPending(tx: Transaction, id: string): Promise<TransactionRow> {
  const [found] = await lockPayment(tx.sql, { id });
  if (!found) throw notFound('Payment');
  const row = transactionRow.read(found);
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
