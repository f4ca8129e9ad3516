import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { chainEvidence, quotes, transactions, walletTransfers } from '../../../db/schema/index.ts';
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
  const [found] = await db
    .select({
      until: quotes.expiresAt,
      rate: quotes.rate,
      cryptocurrency: quotes.cryptocurrency,
      address: quotes.address,
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
  const times = [found, ...watched]
    .flatMap((seen) => ['seenAt' in seen ? seen.seenAt : seen.foundAt, seen.blockTime])
    .filter((time) => time !== null)
    .toSorted((a, b) => a.getTime() - b.getTime());
  const [paidAt = null] = times;
  if ((paidAt ?? now) <= found.until) return null;
  const rates = await currentRates(db, config, now);
  return { paidAt, until: found.until, rate: rates[coin.rate]?.rate ?? found.rate };
}

/**
 * The value of a late payment's coins at today's rate, rounded down to the penny.
 * @param coins decimal string
 */
export const valueToday = (coins: string, { rate }: LatePayment): Money =>
  parseMoney(poundsAtRate(coins, { amount: '1', cryptoAmount: rate }));
