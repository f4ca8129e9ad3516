import { and, eq, inArray, isNull, ne, or, sql as template } from 'drizzle-orm';
import { transactions } from '../../../db/schema/index.ts';
import { brokenConstraint, type Transaction } from '../../platform/events/transact.ts';
import { invalidField, Problem } from '../../platform/kit/errors.ts';
import type { Chain, CoinId } from './catalogue.ts';
import { chainOf, hashFault, normalizeHash } from './hashes.ts';

/**
 * What counts once: one output of a transaction on a chain. An exchange pays several customers in one
 * transaction, so that a hash alone says too little; where no output is named, the whole of it is meant.
 */
export interface ChainOutput {
  transactionHash: string;
  chain: Chain;
  /** Of the output, or of the log among the transaction's logs, from 0. */
  outputIndex: number | null;
}

/** A hash in its normal form, and the chain it is on. @throws validation_failed */
export function readHash(coin: CoinId, text: string, outputIndex: number | null): ChainOutput {
  const transactionHash = normalizeHash(coin, text);
  if (!transactionHash) throw invalidField('transactionHash', hashFault(coin));
  return { transactionHash, chain: chainOf(coin), outputIndex };
}

/**
 * Says that an output is taken by another payment that waits or counts. A payment that names no output takes
 * all of them, so that one hash is looked at by one transaction at a time.
 * @param paymentId the payment that is about to take it; null while there is none
 * @throws duplicate_transaction_hash
 */
export async function requireFreeOutput(
  tx: Transaction,
  paymentId: string | null,
  { transactionHash, chain, outputIndex }: ChainOutput,
): Promise<void> {
  const name = `${chain}\n${transactionHash}`;
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const sameOutput =
    outputIndex === null
      ? undefined
      : or(isNull(transactions.outputIndex), eq(transactions.outputIndex, outputIndex));
  const [taken] = await tx.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.chain, chain),
        eq(transactions.transactionHash, transactionHash),
        inArray(transactions.status, ['pending', 'verified']),
        eq(transactions.hashFreed, false),
        paymentId === null ? undefined : ne(transactions.id, paymentId),
        sameOutput,
      ),
    )
    .limit(1);
  if (taken) throw duplicateHash();
}

/**
 * Does a write that takes an output. What nobody can promise beforehand, the unique index does.
 * @throws duplicate_transaction_hash
 */
export async function takingOutput<Result>(
  tx: Transaction,
  paymentId: string | null,
  output: ChainOutput,
  write: () => Promise<Result>,
): Promise<Result> {
  await requireFreeOutput(tx, paymentId, output);
  return write().catch((error: unknown) => {
    if (brokenConstraint(error) !== 'transactions_output_once') throw error;
    throw duplicateHash();
  });
}

const duplicateHash = () =>
  new Problem(
    'duplicate_transaction_hash',
    'This transaction hash has already been used for another payment',
  );
