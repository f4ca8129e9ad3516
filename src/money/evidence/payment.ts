import { and, eq, isNotNull, ne, sql as template } from 'drizzle-orm';
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

/** Another payment with the same hash on the same chain, whatever became of it: one that counts, or else the latest. */
export async function findOtherUse(
  db: Queryable,
  { id, coin }: Payment,
  transactionHash: string,
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
      ),
    )
    .orderBy(template`${transactions.status} = 'failed', ${transactions.id} desc`)
    .limit(1);
  return other ?? null;
}
