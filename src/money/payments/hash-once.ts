import { and, eq, isNull, ne, or, sql as template } from 'drizzle-orm';
import { transactions } from '../../../db/schema/index.ts';
import { brokenConstraint, type Transaction } from '../../platform/events/transact.ts';
import { invalidField, Problem } from '../../platform/kit/errors.ts';
import type { Chain, CoinId } from './catalogue.ts';
import { chainOf, hashFault, normalizeHash } from './hashes.ts';
import { fault } from '../../platform/kit/faults.ts';

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

/** Who is about to take an output. */
export interface Taker {
  /** Null while there is no payment yet. */
  paymentId: string | null;
  userId: string;
}

/** What becomes of a hash is decided in one transaction at a time. */
export const lockHash = (
  tx: Transaction,
  { chain, transactionHash }: Pick<ChainOutput, 'chain' | 'transactionHash'>,
) =>
  tx.db.execute(
    template`select pg_advisory_xact_lock(hashtextextended(${`${chain}\n${transactionHash}`}, 0))`,
  );

/**
 * Says that an output is taken: by a payment that counts, or by another one of the same customer that waits.
 * Somebody else who says that it is theirs as well takes it from nobody: whose it is, an administrator
 * decides. A payment that names no output takes all of them.
 * @throws duplicate_transaction_hash
 */
export async function requireFreeOutput(
  tx: Transaction,
  { paymentId, userId }: Taker,
  output: ChainOutput,
): Promise<void> {
  const { transactionHash, chain, outputIndex } = output;
  await lockHash(tx, output);
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
        or(
          eq(transactions.status, 'verified'),
          and(eq(transactions.status, 'pending'), eq(transactions.userId, userId)),
        ),
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
  taker: Taker,
  output: ChainOutput,
  write: () => Promise<Result>,
): Promise<Result> {
  await requireFreeOutput(tx, taker, output);
  return write().catch((error: unknown) => {
    throw ONCE.has(brokenConstraint(error) ?? '') ? duplicateHash() : error;
  });
}

const ONCE: ReadonlySet<string> = new Set(['transactions_output_once', 'transactions_output_claimed_once']);

const duplicateHash = () => new Problem('duplicate_transaction_hash', fault('hashTaken'));
