import { and, eq, inArray, ne } from 'drizzle-orm';
import { transactions } from '../../../db/schema/index.ts';
import { brokenConstraint, type Transaction } from '../../platform/events/transact.ts';
import { invalidField, Problem } from '../../platform/kit/errors.ts';
import type { Chain, CoinId } from './catalogue.ts';
import { chainOf, hashFault, normalizeHash } from './hashes.ts';

/** A hash in its normal form, and the chain it counts once on. @throws validation_failed */
export function readHash(coin: CoinId, text: string): { transactionHash: string; chain: Chain } {
  const transactionHash = normalizeHash(coin, text);
  if (!transactionHash) throw invalidField('transactionHash', hashFault(coin));
  return { transactionHash, chain: chainOf(coin) };
}

/**
 * Says early that a hash is taken by another payment; that it stays free nobody can promise.
 * @throws duplicate_transaction_hash
 */
export async function requireFreeHash(
  tx: Transaction,
  paymentId: string,
  { transactionHash, chain }: { transactionHash: string; chain: Chain },
): Promise<void> {
  const [taken] = await tx.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.chain, chain),
        eq(transactions.transactionHash, transactionHash),
        inArray(transactions.status, ['pending', 'verified']),
        ne(transactions.id, paymentId),
      ),
    );
  if (taken) throw duplicateHash();
}

/**
 * Runs a write that may take a hash. That a hash counts once per chain is what the unique index says:
 * only it also knows of the request that commits a moment earlier.
 * @throws duplicate_transaction_hash
 */
export async function takingHash<Result>(write: Promise<Result>): Promise<Result> {
  return write.catch((error: unknown) => {
    if (brokenConstraint(error) !== 'transactions_hash_once') throw error;
    throw duplicateHash();
  });
}

const duplicateHash = () =>
  new Problem(
    'duplicate_transaction_hash',
    'This transaction hash has already been used for another payment',
  );
