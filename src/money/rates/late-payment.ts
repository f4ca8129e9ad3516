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
  /** When it was first there, if that is known. */
  paidAt: Date;
  /** The end of its price. */
  until: Date;
  /** The present coin per pound, if it is known. */
  rate: string;
}

/**
 * Whether a payment came late. The time of a payment is the earliest of when it was seen, submitted or in a block;
 * what a chain had not shown by then is unknown.
 * @param hash the judged hash; what the chain says about another hash does not count
 * @returns null if it came in time, and if there was no quote
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
 * The value of a late payment's coins at today's rate, rounded down to the penny.
 * @param coins decimal string
 */
export const valueToday = (coins: string, { rate }: LatePayment): Money =>
  parseMoney(poundsAtRate(coins, { amount: '1', cryptoAmount: rate }));
