import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import { allAtOnce } from '../../../platform/kit/all-at-once.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import { isContradicted } from '../../../shared/doubts.ts';
import type { Decision } from './settle-payment.ts';
import { findSigned } from '../../signatures/find-signatures.ts';
import type { Chain } from '../catalogue.ts';

/**
 * Requires a written reason for verifying a payment that looks like another customer's: another quote has its amount,
 * or a little more, the chain shows that its output belongs to another payment, or another waiting payment has the same
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
  const given = { id, chain, hash: transactionHash, index: outputIndex };
  const finding = findAnother(tx.sql, { ...given, named: named === transactionHash });
  const [[another], isSigned] = await allAtOnce([finding, isSignedByAnother(tx, given)]);
  if (another || isSigned) {
    throw invalidField('reason', sentence('anothersPayment'));
  }
  if (isContradicted(doubts)) throw invalidField('reason', sentence('chainContradicts'));
}

type Output = { id: string; chain: Chain; hash: string; index: number | null };

const findAnother = prepared<Output & { named: boolean }, object>(
  (p) => template`
    select from transactions t
    left join chain_evidence e on e.transaction_id = t.id and e.transaction_hash = ${p.hash}
    where t.id = ${p.id}::uuid and (e.verdict = 'another_payment' or e.reasons @> '["unclear_amount"]'::jsonb)
      or t.id <> ${p.id}::uuid and t.chain = ${p.chain} and t.transaction_hash = ${p.hash} and t.status = 'pending'
        and (e.verdict = 'matches' or not ${p.named}::boolean)
        and (${p.index}::int is null or t.output_index is null or t.output_index = ${p.index}::int)
    limit 1`,
);

const findClaims = prepared<Output, { id: string }>(
  (p) => template`
    select id from transactions
    where chain = ${p.chain} and transaction_hash = ${p.hash} and status = 'pending'
      and (${p.index}::int is null or id = ${p.id}::uuid or output_index is null or output_index = ${p.index}::int)`,
);

/** Tells whether a claimant has signed with the address that sent it, and this payment's customer has not. */
async function isSignedByAnother(tx: Transaction, output: Output): Promise<boolean> {
  const claims = (await findClaims(tx.sql, output)).map(({ id }) => id);
  if (claims.every((id) => id === output.id)) return false;
  const signed = await findSigned(tx.db, claims);
  return signed.size > 0 && !signed.has(output.id);
}
