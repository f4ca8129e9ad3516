import { and, eq, isNull, ne, or, sql as template } from 'drizzle-orm';
import { chainEvidence, transactions } from '../../../../db/schema/index.ts';
import { allAtOnce } from '../../../platform/kit/all-at-once.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { invalidField } from '../../../platform/kit/errors.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import { isContradicted } from '../../../shared/doubts.ts';
import type { Decision } from './settle-payment.ts';
import { findSigned } from '../../signatures/find-signatures.ts';
import { sentence } from '../../../platform/kit/sentences.ts';

/**
 * Requires a written reason for verifying a payment that looks like another customer's: another quote has its amount, or
 * a little more,
 * the chain shows that its output belongs to another payment, or another waiting payment has the same
 * hash and speaks for itself: by its evidence, or because its customer alone has signed with the sending address.
 * @throws validation_failed (reason)
 */
export async function requireReason(
  tx: Transaction,
  { id, transactionHash: named }: TransactionRow,
  { output, doubts, reason }: Decision & { reason?: string | null | undefined },
): Promise<void> {
  if (reason) return;
  const { chain, transactionHash, outputIndex } = output;
  const finding = tx.db
    .select({ id: transactions.id })
    .from(transactions)
    .leftJoin(
      chainEvidence,
      and(eq(chainEvidence.transactionId, transactions.id), eq(chainEvidence.transactionHash, transactionHash)),
    )
    .where(
      or(
        and(
          eq(transactions.id, id),
          or(
            eq(chainEvidence.verdict, 'another_payment'),
            template`${chainEvidence.reasons} @> '["unclear_amount"]'::jsonb`,
          ),
        ),
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
  const [[another], isSigned] = await allAtOnce([finding, isSignedByAnother(tx, id, output)]);
  if (another || isSigned) {
    throw invalidField('reason', sentence('anothersPayment'));
  }
  if (isContradicted(doubts)) throw invalidField('reason', sentence('chainContradicts'));
}

/** Tells whether a claimant has signed with the address that sent it, and this payment's customer has not. */
async function isSignedByAnother(
  tx: Transaction,
  id: string,
  { chain, transactionHash, outputIndex }: Decision['output'],
): Promise<boolean> {
  const claims = await tx.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.chain, chain),
        eq(transactions.transactionHash, transactionHash),
        eq(transactions.status, 'pending'),
        outputIndex === null
          ? undefined
          : or(eq(transactions.id, id), isNull(transactions.outputIndex), eq(transactions.outputIndex, outputIndex)),
      ),
    );
  if (claims.every((claim) => claim.id === id)) return false;
  const signed = await findSigned(
    tx.db,
    claims.map((claim) => claim.id),
  );
  return signed.size > 0 && !signed.has(id);
}
