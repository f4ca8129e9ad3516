import { sql as template } from 'drizzle-orm';
import type { Driver } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import { brokenConstraint, type Transaction } from '../../platform/events/transact.ts';
import { invalidField, Problem } from '../../platform/kit/errors.ts';
import type { Chain, CoinId } from './catalogue.ts';
import { chainOf, hashFault, normalizeHash } from '../../shared/hashes.ts';
import { fault } from '../../platform/kit/faults.ts';
import { type TransactionRow, transactionRow } from '../ledger/transaction-row.ts';

/**
 * The thing that counts only once: one output of a transaction on a chain. An exchange pays several customers in one
 * transaction, so the hash alone is not enough; if no output is named, the whole transaction is meant.
 */
export interface ChainOutput {
  transactionHash: string;
  chain: Chain;
  /** The index of the output, or of the log among the transaction's logs, from 0. */
  outputIndex: number | null;
}

/** A hash in its normal form, and the chain it is on. @throws validation_failed */
export function readHash(coin: CoinId, text: string, outputIndex: number | null): ChainOutput {
  const transactionHash = normalizeHash(coin, text);
  if (!transactionHash) throw invalidField('transactionHash', hashFault(coin));
  return { transactionHash, chain: chainOf(coin), outputIndex };
}

/** The account that is about to take an output, and its payment. */
export interface Taker {
  /** Null while there is no payment yet. */
  paymentId: string | null;
  userId: string;
}

/** Locks a hash, so that one transaction at a time decides about it. It is sent at once, before what follows. */
export const lockHash = (tx: Transaction, { chain, transactionHash }: Pick<ChainOutput, 'chain' | 'transactionHash'>) =>
  lockName(tx.sql, { name: `${chain}\n${transactionHash}` });

const lockName = prepared<{ name: string }, object>(
  (p) => template`select pg_advisory_xact_lock(hashtextextended(${p.name}::text, 0))`,
);

const find = prepared<
  { chain: Chain; hash: string; index: number | null; userId: string; paymentId: string | null },
  Record<string, unknown>
>(
  (p) => template`
    select ${transactionRow.list} from transactions
    where chain = ${p.chain} and transaction_hash = ${p.hash} and not hash_freed
      and (status = 'verified' or status = 'pending' and user_id = ${p.userId}::uuid)
      and (${p.index}::int is null or output_index is null or output_index = ${p.index}::int)
      and id is distinct from ${p.paymentId}::uuid
    limit 1`,
);

/** Another payment that has an output already: a verified one, or the customer's own that waits. It is sent at once. */
export async function findTaken(
  sql: Driver,
  { paymentId, userId }: Taker,
  { chain, transactionHash: hash, outputIndex: index }: ChainOutput,
): Promise<TransactionRow | undefined> {
  const [found] = await find(sql, { chain, hash, index, userId, paymentId });
  return found && transactionRow.read(found);
}

/**
 * Requires that an output is free: no payment that counts has it, and no other waiting payment of the same customer.
 * A claim by another customer takes it from nobody: an administrator decides whose it is. A payment that names no
 * output takes all outputs.
 * @throws duplicate_transaction_hash
 */
export async function requireFreeOutput(tx: Transaction, taker: Taker, output: ChainOutput): Promise<void> {
  const [, taken] = await allAtOnce([lockHash(tx, output), findTaken(tx.sql, taker, output)]);
  if (taken) throw duplicateHash();
}

/**
 * Runs a write that takes an output. The unique index enforces what no check beforehand can guarantee.
 * @throws duplicate_transaction_hash
 */
export async function takingOutput<Result>(
  tx: Transaction,
  taker: Taker,
  output: ChainOutput,
  write: () => Promise<Result>,
): Promise<Result> {
  // They go out together, the lock and the look first: what is written is undone if the output was not free.
  const free = requireFreeOutput(tx, taker, output);
  const writing = write().catch((error: unknown) => {
    throw ONCE.has(brokenConstraint(error) ?? '') ? duplicateHash() : error;
  });
  const [written] = await allAtOnce([writing, free]);
  return written;
}

const ONCE: ReadonlySet<string> = new Set(['transactions_output_once', 'transactions_output_claimed_once']);

const duplicateHash = () => new Problem('duplicate_transaction_hash', fault('hashTaken'));
