import type { PricedSubject, RatedService } from '../../../db/enums.ts';
import { MOST_PER_UNIT_GBP, MOST_TIMES_OURS } from '../../shared/most-per-unit.ts';
import { resellerNumberPrice } from '../../shared/number-rates.ts';
import { fromUnits, type Money, parseMoney, subtract, times } from '../../platform/kit/money.ts';

/**
 * The prices of numbers, and of messages and calls that neither we nor a reseller sell by a deck (`price-sql.ts` covers all cases). The
 * rates are those of `read-flat-rates.ts` and the catalogue's; a reseller's rates hold while the package runs. A reseller's customer pays that
 * reseller's prices, but never less than the reseller's own present rate, so that nothing is sold at a loss after the
 * package has ended, and never more than some times our price.
 */

export interface ResellerTerm {
  role: 'user' | 'reseller' | 'admin';
  resellerExpiresAt: Date | null;
}

/** The prices that a reseller has set, in pounds; null where the standard price holds. */
export interface PriceList {
  /** For one part to one recipient, or as a whole percentage of each destination's standard price. */
  sms: Money | null;
  smsPercent: number | null;
  /** Or by the prices of this deck, for each destination; beside a price or a percentage only for those that it has. */
  smsDeckId: string | null;
  /** For one minute, or as a percentage, or by a deck. */
  voice: Money | null;
  voicePercent: number | null;
  voiceDeckId: string | null;
  /** For one month of a number in any country, or as a whole percentage of the country's standard price. */
  numberPrice: Money | null;
  numberPercent: number | null;
  /** For a year of a trunk, of its standard price. */
  trunkPercent: number | null;
}

/** The reseller of a customer, and the prices that hold for that customer. */
export interface Supplier extends Buyer {
  id: string;
  prices: PriceList;
}

/** Our price for one account: the one of its subject that began last holds. */
export interface ApartPrice {
  subject: PricedSubject;
  holdsFrom: Date;
  /** A share of the standard price; null: the price that everybody else pays. */
  percent: number | null;
  /** The list by which some destinations are paid. */
  deckId: string | null;
}

/** Whoever buys of us. */
export interface Buyer extends ResellerTerm {
  apart: readonly ApartPrice[];
}

/** The values that decide an account's prices. */
export interface TariffUser extends Buyer {
  /** Null for a direct customer. */
  supplier: Supplier | null;
}

/** The part of a charge that goes to the customer's reseller. */
export interface Margin {
  resellerId: string;
  amount: Money;
}

/** A price, and the reseller's part of it; null without a reseller. */
export interface Price {
  amount: Money;
  margin: Margin | null;
}

/** Our two rates for a service. */
export interface Rates {
  standard: Money;
  reseller: Money;
}

/** The flat rates of a part and of a minute. */
export type FlatRates = Record<RatedService, Rates>;

/** @param monthlyPrice the country's standard price, a decimal string in pounds */
export const numberRates = (monthlyPrice: string): Rates => ({
  standard: parseMoney(monthlyPrice),
  reseller: parseMoney(resellerNumberPrice(monthlyPrice)),
});

/** Tells whether reseller rates hold now. */
export const isReseller = (user: ResellerTerm, now: Date): boolean =>
  user.role === 'reseller' && user.resellerExpiresAt !== null && user.resellerExpiresAt > now;

/** The prices that hold for one account alone. */
export const apartOf = ({ apart }: Buyer, subject: PricedSubject, now: Date): ApartPrice | undefined =>
  apart.findLast((each) => each.subject === subject && each.holdsFrom <= now);

/** The price for an account that buys from us directly, including resellers. */
export function ownRate(user: Buyer, subject: PricedSubject, now: Date, rates: Rates): Money {
  const percent = apartOf(user, subject, now)?.percent ?? null;
  if (percent === null) return isReseller(user, now) ? rates.reseller : rates.standard;
  return inPennies(subject) ? penniesOf(rates.standard, percent) : fromUnits(sharedUnits(rates.standard, percent));
}

/** Numbers and trunks cost whole pennies. */
const inPennies = (subject: PricedSubject): boolean => subject === 'number' || subject === 'trunk';

const sharedUnits = (amount: Money, percent: number): bigint => (amount * BigInt(percent) + 99n) / 100n;
const penniesOf = (amount: Money, percent: number): Money =>
  fromUnits(((amount * BigInt(percent) + 9999n) / 10_000n) * 100n);

const MOST_PER_UNIT = parseMoney(String(MOST_PER_UNIT_GBP));

/** A percentage of a price, rounded up to 1/10,000 pound and at most what can be charged; null if there is none. */
function shareOf(amount: Money, percent: number | null): Money | null {
  if (percent === null) return null;
  const share = fromUnits(sharedUnits(amount, percent));
  return share > MOST_PER_UNIT ? MOST_PER_UNIT : share;
}

/** The flat price of one part to one recipient, for messages that are not sold by a deck. @param rates of a part */
export const smsPrice = (user: TariffUser, now: Date, rates: Rates): Price =>
  priceOf(user, 'sms', { now, rates }, ({ sms, smsPercent }) => sms ?? shareOf(rates.standard, smsPercent));

/** The flat price of a minute, for calls that are not sold by a deck. @param rates of a minute */
export const voicePrice = (user: TariffUser, now: Date, rates: Rates): Price =>
  priceOf(user, 'voice', { now, rates }, ({ voice, voicePercent }) => voice ?? shareOf(rates.standard, voicePercent));

/** The price of a month of a number. @param rates the country's */
export const numberPrice = (user: TariffUser, now: Date, rates: Rates): Price =>
  priceOf(user, 'number', { now, rates }, (prices) => listedNumberPrice(prices, rates.standard));

/** The price of a year of a trunk plan, or of a part of one. @param standard everybody's */
export const trunkPrice = (user: TariffUser, now: Date, standard: Money): Price =>
  priceOf(user, 'trunk', { now, rates: { standard, reseller: standard } }, ({ trunkPercent: percent }) =>
    percent === null ? null : penniesOf(standard, percent),
  );

/**
 * A price list's price for a number with the given standard price; null if the list sets none. A percentage is rounded
 * up to a whole penny, because balances are in whole pennies.
 */
export function listedNumberPrice(
  { numberPrice: fixed, numberPercent: percent }: Pick<PriceList, 'numberPrice' | 'numberPercent'>,
  standard: Money,
): Money | null {
  return percent === null ? fixed : penniesOf(standard, percent);
}

/** The most that a reseller's customer pays for what costs so much with us. */
export const mostOf = (standard: Money): Money => times(standard, MOST_TIMES_OURS);

function priceOf(
  user: TariffUser,
  subject: PricedSubject,
  { now, rates }: { now: Date; rates: Rates },
  listed: (prices: PriceList) => Money | null,
): Price {
  const { supplier } = user;
  if (!supplier) return { amount: ownRate(user, subject, now, rates), margin: null };
  const rate = ownRate(supplier, subject, now, rates);
  const wanted = listed(supplier.prices) ?? rates.standard;
  const most = mostOf(rates.standard);
  const capped = wanted > most ? most : wanted;
  const amount = capped > rate ? capped : rate;
  return { amount, margin: { resellerId: supplier.id, amount: subtract(amount, rate) } };
}
