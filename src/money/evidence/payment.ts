import { and, eq, inArray, isNotNull, isNull, ne, or, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { transactions } from '../../../db/schema/index.ts';
import type { Config } from '../config.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { type Coin, findCoin } from '../payments/catalogue.ts';
import type { Due } from './judge.ts';
import { toUnits, toUnitsUp } from './units.ts';

type TransactionRow = typeof transactions.$inferSelect;

/** A payment in a coin, as far as its chain is concerned. */
export interface Payment {
  id: string;
  userId: string;
  coin: Coin;
  status: TransactionRow['status'];
  /** Null where none was given yet. */
  transactionHash: string | null;
  /** Which output of it, where that is known. */
  outputIndex: number | null;
  address: string;
  contract: string | null;
  due: Due;
  createdAt: Date;
}

/** @throws not_found (also where it is no payment in a coin) */
export async function findPayment(db: Queryable, config: Config, id: string): Promise<Payment> {
  const [row] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), isNotNull(transactions.cryptocurrency)));
  const payment = row && asPayment(config, row);
  if (!payment) throw notFound('Payment');
  return payment;
}

/** @returns null where nothing is due on a chain: address or amount in the coin is missing */
export function asPayment({ chains }: Config, row: TransactionRow): Payment | null {
  const coin = findCoin(row.cryptocurrency);
  if (!coin || !row.cryptoAddress || !row.cryptoAmount) return null;
  const { confirmations, contract } = chains.coins[coin.id];
  const units = toUnits(row.cryptoAmount, coin.decimals);
  if (units === 0n) return null;
  return {
    id: row.id,
    userId: row.userId,
    coin,
    status: row.status,
    createdAt: row.createdAt,
    transactionHash: row.transactionHash,
    outputIndex: row.outputIndex,
    address: row.cryptoAddress,
    contract,
    due: {
      units,
      unitsUp: toUnitsUp(row.cryptoAmount, coin.decimals),
      value: row.amount,
      confirmations: confirmations ?? 1,
    },
  };
}

/** The outputs of a transaction that other payments which wait or count have taken. */
export async function findTakenOutputs(
  db: Queryable,
  { id, coin }: Payment,
  transactionHash: string,
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: transactions.id, outputIndex: transactions.outputIndex })
    .from(transactions)
    .where(
      and(
        eq(transactions.transactionHash, transactionHash),
        eq(transactions.chain, coin.chain),
        inArray(transactions.status, ['pending', 'verified']),
        isNotNull(transactions.outputIndex),
        ne(transactions.id, id),
      ),
    );
  return new Map(rows.flatMap((row) => (row.outputIndex === null ? [] : [[row.outputIndex, row.id]])));
}

/**
 * Another payment with the same output, or with no output named of the same transaction, whatever became of
 * it: one that counts, or else the latest.
 */
export async function findOtherUse(
  db: Queryable,
  { id, coin }: Payment,
  { transactionHash, outputIndex }: { transactionHash: string; outputIndex: number | null },
): Promise<Pick<TransactionRow, 'id' | 'status' | 'createdAt'> | null> {
  const [other] = await db
    .select({ id: transactions.id, status: transactions.status, createdAt: transactions.createdAt })
    .from(transactions)
    .where(
      and(
        eq(transactions.transactionHash, transactionHash),
        eq(transactions.chain, coin.chain),
        isNotNull(transactions.cryptocurrency),
        ne(transactions.id, id),
        outputIndex === null
          ? undefined
          : or(isNull(transactions.outputIndex), eq(transactions.outputIndex, outputIndex)),
      ),
    )
    .orderBy(template`${transactions.status} = 'failed', ${transactions.id} desc`)
    .limit(1);
  return other ?? null;
}
