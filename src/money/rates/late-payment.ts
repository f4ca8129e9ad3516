import { and, eq, sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { walletTransfers } from '../../../db/schema/index.ts';
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

/** Times are milliseconds; `seenAt` is the earlier of the block's and that of an endpoint that saw it. */
interface Quoted {
  until: number;
  rate: string;
  cryptocurrency: string;
  address: string;
  seenAt: number | null;
}

const find = prepared<{ transactionId: string; hash: string }, Quoted>(
  (p) => template`
    select (extract(epoch from q.expires_at) * 1000)::float8 as until, q.rate, q.cryptocurrency, q.address,
      (extract(epoch from least(e.found_at, e.block_time)) * 1000)::float8 as "seenAt"
    from transactions t
    join quotes q on q.id = t.quote_id and q.has_own_amount
    left join chain_evidence e on e.transaction_id = t.id and e.transaction_hash = ${p.hash}
    where t.id = ${p.transactionId}::uuid`,
);

/**
 * Finds out whether a payment came late. Its time is that of its block, or when an endpoint first saw it. The
 * time when its hash was submitted says nothing: a transaction can be signed, and its hash told, long before
 * it is sent.
 * @param hash the judged hash; what the chain says about another hash does not count
 * @returns null if it came in time, or may still do so, and if there was no quote
 */
export async function findLatePayment(
  db: Queryable,
  config: Pick<Config, 'rates' | 'rateSettings'>,
  { transactionId, hash, now }: { transactionId: string; hash: string; now: Date },
): Promise<LatePayment | null> {
  const [found] = await find(driverOf(db), { transactionId, hash });
  const coin = found && findCoin(found.cryptocurrency);
  if (!coin) return null;
  const watched = await db
    .select({ seenAt: walletTransfers.seenAt, blockTime: walletTransfers.blockTime })
    .from(walletTransfers)
    .where(
      and(
        eq(walletTransfers.chain, coin.chain),
        eq(walletTransfers.transactionHash, hash),
        eq(walletTransfers.address, found.address),
      ),
    );
  const times = [found.seenAt, ...watched.flatMap((seen) => [seen.seenAt.getTime(), seen.blockTime?.getTime()])];
  const first = Math.min(...times.filter((time) => typeof time === 'number'));
  const paidAt = Number.isFinite(first) ? new Date(first) : null;
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
