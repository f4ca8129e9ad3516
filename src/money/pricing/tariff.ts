import { MOST_PER_UNIT_GBP } from './most-per-unit.ts';
import { resellerNumberPrice } from './number-rates.ts';
import { SMS_RATES_GBP } from './sms-rates.ts';
import { RESELLER_VOICE_RATE_GBP } from './voice-rates.ts';
import { fromUnits, type Money, parseMoney, subtract } from '../../platform/kit/money.ts';

/**
 * What things cost, messages and calls where nothing is sold by a deck (`price-sql.ts` has both). Standard
 * rates are the catalogue's; a reseller's hold while the package runs. A reseller's customer pays that
 * reseller's prices, but never less than the reseller's own rate at the moment, so that nothing is sold at a
 * loss after the package has run out.
 */

export interface ResellerTerm {
  role: 'user' | 'reseller' | 'admin';
  resellerExpiresAt: Date | null;
}

/** The prices a reseller has set, in pounds; null where the standard rate is the price. */
export interface PriceList {
  /** Of a part to one recipient; or, as whole per cent of each destination's standard price: */
  sms: Money | null;
  smsPercent: number | null;
  /** Of a minute; or: */
  voice: Money | null;
  voicePercent: number | null;
  /** Of a month of a number in any country; or, as whole per cent of the country's standard price: */
  numberPrice: Money | null;
  numberPercent: number | null;
}

/** Whose customer somebody is, and the prices that hold for that customer. */
export interface Supplier extends ResellerTerm {
  id: string;
  prices: PriceList;
}

/** What decides an account's prices. */
export interface TariffUser extends ResellerTerm {
  /** Null where they buy of us directly. */
  supplier: Supplier | null;
}

/** The part of a charge that belongs to the reseller from whom it was bought. */
export interface Margin {
  resellerId: string;
  amount: Money;
}

/** A price, and what of it is the reseller's; null where nothing was bought of one. */
export interface Price {
  amount: Money;
  margin: Margin | null;
}

/** The two rates at which we sell a service. */
export interface Rates {
  standard: Money;
  reseller: Money;
}

export const SMS_RATES: Rates = {
  standard: parseMoney(SMS_RATES_GBP.standard),
  reseller: parseMoney(SMS_RATES_GBP.reseller),
};

/** @param standard the configured rate, a decimal string in pounds */
export const voiceRates = (standard: string): Rates => ({
  standard: parseMoney(standard),
  reseller: parseMoney(RESELLER_VOICE_RATE_GBP),
});

/** @param monthlyPrice the country's standard price, a decimal string in pounds */
export const numberRates = (monthlyPrice: string): Rates => ({
  standard: parseMoney(monthlyPrice),
  reseller: parseMoney(resellerNumberPrice(monthlyPrice)),
});

/** Whether reseller rates apply at this moment. */
export const isReseller = (user: ResellerTerm, now: Date): boolean =>
  user.role === 'reseller' && user.resellerExpiresAt !== null && user.resellerExpiresAt > now;

/** What we ask of an account that buys of us directly, a reseller among them. */
export const ownRate = (user: ResellerTerm, now: Date, rates: Rates): Money =>
  isReseller(user, now) ? rates.reseller : rates.standard;

const MOST_PER_UNIT = parseMoney(String(MOST_PER_UNIT_GBP));

/** A share of a price, rounded up to 1/10,000 pound, and no more than can be charged; null where there is none. */
function shareOf(amount: Money, percent: number | null): Money | null {
  if (percent === null) return null;
  const share = fromUnits((amount * BigInt(percent) + 99n) / 100n);
  return share > MOST_PER_UNIT ? MOST_PER_UNIT : share;
}

/** The flat price of one part to one recipient: where nothing is sold by a deck. */
export const smsPrice = (user: TariffUser, now: Date): Price =>
  priceOf(user, now, SMS_RATES, ({ sms, smsPercent }) => sms ?? shareOf(SMS_RATES.standard, smsPercent));

/** The flat price of a minute: where nothing is sold by a deck. @param standard the configured rate, a decimal string in pounds */
export const voicePrice = (user: TariffUser, now: Date, standard: string): Price =>
  priceOf(
    user,
    now,
    voiceRates(standard),
    ({ voice, voicePercent }) => voice ?? shareOf(parseMoney(standard), voicePercent),
  );

/** The price of a month of a number. @param rates the country's */
export const numberPrice = (user: TariffUser, now: Date, rates: Rates): Price =>
  priceOf(user, now, rates, (prices) => listedNumberPrice(prices, rates.standard));

/** What a price list asks for a number whose standard price is given; null where it says nothing. */
export function listedNumberPrice(
  { numberPrice: fixed, numberPercent: percent }: Pick<PriceList, 'numberPrice' | 'numberPercent'>,
  standard: Money,
): Money | null {
  // Standard prices are whole pounds, so that a whole per cent of one is whole pence.
  return percent === null ? fixed : fromUnits((standard * BigInt(percent)) / 100n);
}

function priceOf(
  user: TariffUser,
  now: Date,
  rates: Rates,
  listed: (prices: PriceList) => Money | null,
): Price {
  const { supplier } = user;
  if (!supplier) return { amount: ownRate(user, now, rates), margin: null };
  const rate = ownRate(supplier, now, rates);
  const wanted = listed(supplier.prices) ?? rates.standard;
  const amount = wanted > rate ? wanted : rate;
  return { amount, margin: { resellerId: supplier.id, amount: subtract(amount, rate) } };
}
