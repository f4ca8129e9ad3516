import { and, eq, inArray } from 'drizzle-orm';
import { transactions } from '../../db/schema/index.ts';
import type { Transaction } from '../events/transact.ts';
import { notFound } from '../kit/errors.ts';
import { alreadyProcessed, type TransactionRow } from '../ledger/post.ts';

/** What an administrator decides on: purchases of credit, and orders. */
const PAYMENTS = ['credit_purchase', 'reseller_package', 'voice_package'] as const;

/**
 * Reads a payment that waits for a decision. Nothing is locked: that it is still waiting when it is
 * decided is what the conditional update in the ledger makes sure of.
 * @throws not_found, already_processed
 */
export async function findPending(tx: Transaction, id: string): Promise<TransactionRow> {
  const [row] = await tx.db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), inArray(transactions.type, [...PAYMENTS])));
  if (!row) throw notFound('Payment');
  if (row.status !== 'pending') throw alreadyProcessed();
  return row;
}
