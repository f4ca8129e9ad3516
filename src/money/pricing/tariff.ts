import { sql as template, type SQL } from 'drizzle-orm';
import { resellerNumberPrice } from './number-rates.ts';
import { SMS_RATES_GBP } from './sms-rates.ts';
import { RESELLER_VOICE_RATE_GBP } from './voice-rates.ts';
import { fromUnits, type Money, parseMoney, subtract, times } from '../../platform/kit/money.ts';

/**
 * What things cost. Standard rates are the catalogue's; a reseller's hold while the package runs. Whoever
 * is a reseller's customer pays that reseller's prices, and never less than the reseller's rate of the
 * moment, so that a package that has run out sells nothing at a loss.
 */

export interface ResellerTerm {
  role: 'user' | 'reseller' | 'admin';
  resellerExpiresAt: Date | null;
}

/** The prices a reseller has set, in pounds; null where the standard rate is the price. */
export interface PriceList {
  /** Of a part to one recipient. */
  sms: Money | null;
  /** Of a minute. */
  voice: Money | null;
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

/** The price of one part to one recipient. */
export const smsPrice = (user: TariffUser, now: Date): Price =>
  priceOf(user, now, SMS_RATES, ({ sms }) => sms);

/** The price of a minute. @param standard the configured rate, a decimal string in pounds */
export const voicePrice = (user: TariffUser, now: Date, standard: string): Price =>
  priceOf(user, now, voiceRates(standard), ({ voice }) => voice);

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

/** A price for so many of a thing. */
export const timesPrice = ({ amount, margin }: Price, count: number): Price => ({
  amount: times(amount, count),
  margin: margin && { ...margin, amount: times(margin.amount, count) },
});

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

/** The same for whoever buys of us directly, inside a statement, over a row of users. */
export const smsRateSql = (user: SQL, now: SQL): SQL => template`
  case when ${user}.role = 'reseller' and ${user}.reseller_expires_at > ${now}
    then ${template.raw(SMS_RATES_GBP.reseller)} else ${template.raw(SMS_RATES_GBP.standard)} end`;

/** And for a reseller's customer, a CTE: `supplied (rate, price)`, the reseller's own rate and the price. */
export const suppliedSmsSql = (customerId: SQL, now: SQL): SQL => template`
  supplied as materialized (
    select r.rate, greatest(coalesce(own.sms, list.sms, ${template.raw(SMS_RATES_GBP.standard)}), r.rate) as price
    from users c
    join lateral (
      select r.id, ${smsRateSql(template`r`, now)} as rate from users r where r.id = c.reseller_id
    ) r on true
    left join price_lists own on own.user_id = c.id
    left join price_lists list on list.user_id = r.id
    where c.id = ${customerId}
  )`;
