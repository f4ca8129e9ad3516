import { sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { quotes } from '../../../db/schema/index.ts';
import { columnsOf } from '../../../db/table-rows.ts';
import type { Config } from '../config.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { type Coin, findCoin } from '../payments/catalogue.ts';
import { type TransactionRow, transactionRow } from '../ledger/transaction-row.ts';
import type { Due } from './judge.ts';
import { toUnits, toUnitsUp } from './units.ts';

type QuoteRow = typeof quotes.$inferSelect;

/** The fields of a payment in a coin that concern its chain. */
export interface Payment {
  id: string;
  userId: string;
  coin: Coin;
  status: TransactionRow['status'];
  /** Null if no hash was given yet. */
  transactionHash: string | null;
  /** The index of the output, if it is known. */
  outputIndex: number | null;
  address: string;
  contract: string | null;
  due: Due;
  createdAt: Date;
  /** Null while it waits. */
  settledAt: Date | null;
  /** The quote of the payment; null if there was none. */
  quote: Pick<QuoteRow, 'id' | 'createdAt' | 'expiresAt' | 'ownAddress'> | null;
}

/** @throws not_found (also if it is not a payment in a coin) */
export async function findPayment(db: Queryable, config: Config, id: string): Promise<Payment> {
  const payment = await readPayment(db, config, id);
  if (!payment) throw notFound('Payment');
  return payment;
}

/** @returns null if it is not a payment in a coin */
export const readPayment = async (db: Queryable, config: Config, id: string): Promise<Payment | null> =>
  (await readWithRow(db, config, id)).payment;

/** The payment, and its row where it has a coin. */
export async function readWithRow(db: Queryable, config: Config, id: string) {
  const sql = driverOf(db);
  const [[row], [quote]] = await allAtOnce([findRow(sql, { id }), findQuote(sql, { id })]);
  const named = row ? transactionRow.read(row) : null;
  return { named, payment: named && asPayment(config, named, quote ? quotesOf.read(quote) : null) };
}

const quotesOf = columnsOf(quotes);

const findRow = prepared<{ id: string }, Record<string, unknown>>(
  (p) =>
    template`select ${transactionRow.list} from transactions where id = ${p.id}::uuid and cryptocurrency is not null`,
);
const findQuote = prepared<{ id: string }, Record<string, unknown>>(
  (p) => template`
    select ${quotesOf.list} from quotes where id = (select quote_id from transactions where id = ${p.id}::uuid)`,
);

/** @returns null if nothing is due on a chain, because the address or the amount in the coin is missing */
function asPayment({ chains }: Config, row: TransactionRow, quote: QuoteRow | null): Payment | null {
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
    settledAt: row.settledAt,
    quote: quote?.hasOwnAmount ? quote : null,
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
