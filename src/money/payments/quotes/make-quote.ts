import { and, eq, sql as template } from 'drizzle-orm';
import { quotes } from '../../../../db/schema/index.ts';
import { countAttempt } from '../../../callers/throttle.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';
import { allAtOnce } from '../../../platform/kit/all-at-once.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { mayPayInCoins, requireCoinPayments } from '../../ledger/coin-payments.ts';
import { checkNamedOrder } from '../orders/check-named-order.ts';
import { findCoin } from '../catalogue.ts';
import { coinAmount } from '../../../shared/coin-amount.ts';
import { type RatedOffer, readOffer } from '../list-coins.ts';
import { readPaymentSettings, readTopUp } from '../read-top-up.ts';
import { handOutAddress } from '../../addresses/hand-out.ts';
import { chooseAmount } from './choose-amount.ts';
import type { createQuote, Quote } from './contract.ts';
import { plainAmount } from './free-amount.ts';
import { presentQuote, type QuoteRow } from './present-quote.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

const PER_HOUR = 60;

/**
 * Limits an account's quotes, because no other customer can get an amount that a quote has.
 * @throws rate_limited
 */
export const countQuote = (deps: Deps, userId: string): Promise<void> =>
  countAttempt(deps, { key: `quotes:user:${userId}`, attempts: PER_HOUR, windowMs: 60 * MINUTE_MS });

/**
 * Quotes an amount in pounds in a coin, with an amount of the coin that no other quote has.
 * @throws not_allowed_now (a reseller's customer who may not pay in coins; too many quotes are open), validation_failed (coin, amount, order),
 *   not_found, unavailable
 */
export async function makeQuote(
  { deps: { config } }: { deps: { config: Config } },
  { tx, userId, input }: { tx: Transaction; userId: string; input: BodyOf<typeof createQuote> },
): Promise<Quote> {
  const [set, , mayPay] = await allAtOnce([
    readPaymentSettings(tx.db, tx.now),
    readUser(tx.db, userId),
    mayPayInCoins(tx.db, userId),
  ]);
  requireCoinPayments(mayPay);
  const host = { db: tx.db, now: tx.now, config, set };
  const coin = await readOffer(host, input.cryptocurrency);
  const amount = readTopUp(host, input);
  await checkNamedOrder(tx, userId, input);
  await checkOpenQuotes(tx, config, userId);
  const row = await insertQuote(tx, config, {
    userId,
    coin,
    amount,
    ...(await chooseTarget(tx, config, { userId, coin, amount })),
    hasOwnAmount: true,
    settlesTransactionId: input.settlesTransactionId ?? null,
    description: input.description ?? '',
  });
  return presentQuote(config, { ...row, transactionId: null }, tx.now);
}

/** One after the other, so that each one counts those before it. @throws not_allowed_now */
async function checkOpenQuotes(
  tx: Transaction,
  { openQuotes }: Pick<Config, 'openQuotes'>,
  userId: string,
): Promise<void> {
  if (openQuotes === null) return;
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`open quotes ${userId}`}, 0))`);
  const [counted] = await tx.db.execute<{ open: number }>(template`
    select count(*)::int as open from quotes q
    where q.user_id = ${userId} and q.has_own_amount and q.expires_at > ${tx.now.toISOString()}::timestamptz
      and not exists (select from transactions t where t.quote_id = q.id and t.status in ('pending', 'verified'))`);
  if ((counted?.open ?? 0) < openQuotes) return;
  throw new Problem('not_allowed_now', sentence('quotesFull', { count: openQuotes }));
}

/**
 * Where to pay how much: an address of the customer's own and the plain amount, or our address and an own amount. So
 * wherever a key is set, addresses differ and not amounts, also where a coin's smallest step would be worth too much.
 */
async function chooseTarget(
  tx: Transaction,
  { addressKeys }: Config,
  { userId, coin, amount }: { userId: string; coin: RatedOffer; amount: Money },
): Promise<{ address: string; cryptoAmount: string; ownAddress: boolean }> {
  const { id: coinId, walletAddress: shared, rate } = coin;
  const known = findCoin(coinId);
  const key = known && addressKeys[known.chain];
  if (!known || !key) {
    const cryptoAmount = await chooseAmount(tx, { coinId, address: shared, amount, rate });
    return { address: shared, cryptoAmount, ownAddress: false };
  }
  const address = await handOutAddress(tx, key, userId);
  // An earlier quote of the customer for the address may have ended: whichever of the two is paid, it is the same customer.
  await tx.db
    .update(quotes)
    .set({ holdsAmount: false })
    .where(and(eq(quotes.userId, userId), eq(quotes.address, address), eq(quotes.holdsAmount, true)));
  const cryptoAmount = plainAmount(coinAmount(formatMoney(amount), rate), known.quotePlaces);
  return { address, cryptoAmount, ownAddress: true };
}

/**
 * The quote of a payment that was made without one: the amount that a quote would have had now. It gives the payment's
 * rate, and is no sign of whose payment it is.
 */
export const quoteUnasked = (
  tx: Transaction,
  config: Config,
  payment: { userId: string; coin: RatedOffer; amount: Money },
): Promise<QuoteRow> =>
  insertQuote(tx, config, {
    ...payment,
    cryptoAmount: coinAmount(formatMoney(payment.amount), payment.coin.rate),
    address: payment.coin.walletAddress,
    ownAddress: false,
    hasOwnAmount: false,
  });

async function insertQuote(
  tx: Transaction,
  { quoteMinutes }: Config,
  {
    coin,
    ...quoted
  }: {
    userId: string;
    coin: RatedOffer;
    amount: Money;
    address: string;
    cryptoAmount: string;
    ownAddress: boolean;
    hasOwnAmount: boolean;
    settlesTransactionId?: string | null;
    description?: string;
  },
): Promise<QuoteRow> {
  const [row] = await tx.db
    .insert(quotes)
    .values({
      ...quoted,
      id: newId(tx.clock),
      cryptocurrency: coin.id,
      rate: coin.rate,
      rateSources: coin.sources,
      holdsAmount: quoted.hasOwnAmount,
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + quoteMinutes * MINUTE_MS),
    })
    .returning();
  if (!row) throw new Error('an insert returned no row');
  return row;
}
