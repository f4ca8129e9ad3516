import { sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import type { Config } from '../config.ts';
import { currentRates } from './current.ts';
import { findCoin } from '../payments/catalogue.ts';
import { poundsAtRate } from '../../shared/coin-amount.ts';

/** A payment that its chain did not show before its quote had ended. */
export interface LatePayment {
  /** When it was first there; null where no endpoint has seen it. */
  paidAt: Date | null;
  /** The end of its price. */
  until: Date;
  /** The present coin per pound, if it is known. */
  rate: string;
}

/** Times are milliseconds; `seenAt` is the earliest of the block's and those of endpoints that saw it. */
interface Quoted {
  until: number;
  rate: string;
  cryptocurrency: string;
  seenAt: number | null;
}

type Judged = Record<'transactionId' | 'transactionHash' | 'chain', string>;

const find = prepared<Judged, Quoted>(
  (p) => template`
    select (extract(epoch from q.expires_at) * 1000)::float8 as until, q.rate, q.cryptocurrency,
      (extract(epoch from least(e.found_at, e.block_time, (
        select min(least(w.seen_at, w.block_time)) from wallet_transfers w
        where w.chain = ${p.chain} and w.transaction_hash = ${p.transactionHash} and w.address = q.address
      ))) * 1000)::float8 as "seenAt"
    from transactions t
    join quotes q on q.id = t.quote_id and q.has_own_amount
    left join chain_evidence e on e.transaction_id = t.id and e.transaction_hash = ${p.transactionHash}
    where t.id = ${p.transactionId}::uuid`,
);

/**
 * Finds out whether a payment came late. Its time is that of its block, or when an endpoint first saw it. The time when
 * its hash was submitted says nothing: a transaction can be signed, and its hash told, long before it is sent.
 * @param transactionHash the judged hash; what the chain says about another hash does not count
 * @returns null if it came in time, or may still do so, and if there was no quote
 */
export async function findLatePayment(
  db: Queryable,
  config: Pick<Config, 'rates' | 'rateSettings'>,
  { transactionId, transactionHash, chain, now }: Judged & { now: Date },
): Promise<LatePayment | null> {
  const [found] = await find(driverOf(db), { transactionId, transactionHash, chain });
  const coin = found && findCoin(found.cryptocurrency);
  if (!coin) return null;
  const paidAt = found.seenAt === null ? null : new Date(found.seenAt);
  const until = new Date(found.until);
  if ((paidAt ?? now) <= until) return null;
  const rates = await currentRates(db, config, now);
  return { paidAt, until, rate: rates[coin.rate]?.rate ?? found.rate };
}

/**
 * The value of a late payment's coins at today's rate, rounded down to the penny.
 * @param coins decimal string
 */
export const valueToday = (coins: string, { rate }: LatePayment): Money =>
  parseMoney(poundsAtRate(coins, { amount: '1', cryptoAmount: rate }));
