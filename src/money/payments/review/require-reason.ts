import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { chainEvidence, transactions } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { invalidField } from '../../../platform/kit/errors.ts';
import type { TransactionRow } from '../../ledger/post.ts';
import type { Decision } from './settle-payment.ts';
import { sentence } from '../../../platform/kit/sentences.ts';

/**
 * Requires a written reason for verifying a payment that looks like another customer's: another quote has its amount,
 * the chain shows that its output belongs to another payment, or another waiting payment has the same
 * hash.
 * @throws validation_failed (reason)
 */
export async function requireReason(
  tx: Transaction,
  { id, transactionHash: named }: TransactionRow,
  { output, reason }: Decision & { reason?: string | null | undefined },
): Promise<void> {
  if (reason) return;
  const { chain, transactionHash, outputIndex } = output;
  const [another] = await tx.db
    .select({ id: transactions.id })
    .from(transactions)
    .leftJoin(
      chainEvidence,
      and(
        eq(chainEvidence.transactionId, transactions.id),
        eq(chainEvidence.transactionHash, transactionHash),
      ),
    )
    .where(
      or(
        and(eq(transactions.id, id), eq(chainEvidence.verdict, 'another_payment')),
        and(
          ne(transactions.id, id),
          eq(transactions.chain, chain),
          eq(transactions.transactionHash, transactionHash),
          eq(transactions.status, 'pending'),
          named === transactionHash ? eq(chainEvidence.verdict, 'matches') : undefined,
          outputIndex === null
            ? undefined
            : or(isNull(transactions.outputIndex), eq(transactions.outputIndex, outputIndex)),
        ),
      ),
    )
    .limit(1);
  if (another) {
    throw invalidField('reason', sentence('anothersPayment'));
  }
}
