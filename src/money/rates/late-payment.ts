import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { chainEvidence, quotes, transactions } from '../../../db/schema/index.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import type { Config } from '../config.ts';
import { currentRates } from './current.ts';
import { findCoin } from '../payments/catalogue.ts';
import { poundsAtRate } from '../payments/coin-amount.ts';

/** A payment that was made after its quote had ended. */
export interface LatePayment {
  /** When it was first there, as far as that is known. */
  paidAt: Date;
  /** Until when its price held. */
  until: Date;
  /** Coin per pound at this moment, as far as it is known. */
  rate: string;
}

/**
 * Whether a payment came late. It was there by the time at which it was seen, submitted or in a block, whichever
 * is first; what a chain did not say by then is not known.
 * @param hash the one that is judged; what the chain says of another counts for nothing
 * @returns null where it came in time, and where nobody had been asked for it beforehand
 */
export async function findLatePayment(
  db: Queryable,
  config: Pick<Config, 'rates' | 'rateSettings'>,
  { transactionId, hash, now }: { transactionId: string; hash: string; now: Date },
): Promise<LatePayment | null> {
  const [found] = await db
    .select({
      until: quotes.expiresAt,
      rate: quotes.rate,
      cryptocurrency: quotes.cryptocurrency,
      named: transactions.transactionHash,
      submittedAt: transactions.submittedAt,
      foundAt: chainEvidence.foundAt,
      blockTime: chainEvidence.blockTime,
    })
    .from(transactions)
    .innerJoin(quotes, and(eq(quotes.id, transactions.quoteId), eq(quotes.hasOwnAmount, true)))
    .leftJoin(
      chainEvidence,
      and(eq(chainEvidence.transactionId, transactions.id), eq(chainEvidence.transactionHash, hash)),
    )
    .where(eq(transactions.id, transactionId));
  const coin = found && findCoin(found.cryptocurrency);
  if (!coin) return null;
  const submittedAt = found.named === hash ? found.submittedAt : null;
  const times = [submittedAt, found.foundAt, found.blockTime].filter((time) => time !== null);
  const [paidAt] = times.toSorted((a, b) => a.getTime() - b.getTime());
  if (!paidAt || paidAt <= found.until) return null;
  const rates = await currentRates(db, config, now);
  return { paidAt, until: found.until, rate: rates[coin.rate]?.rate ?? found.rate };
}

/**
 * What coins of a late payment are worth at today's rate, to the penny below.
 * @param coins decimal string
 */
export const valueToday = (coins: string, { rate }: LatePayment): Money =>
  parseMoney(poundsAtRate(coins, { amount: '1', cryptoAmount: rate }));
