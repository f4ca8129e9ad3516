import { type Money, parseMoney } from '../../platform/kit/money.ts';
import { numberPrice, type Price, type Rates, type TariffUser } from '../../money/pricing/tariff.ts';
import { type NumberCountry, resellerPrice } from './catalogue.ts';

/** What a month of a number costs at the two rates we sell at. */
const ratesOf = ({ monthlyPrice }: NumberCountry): Rates => ({
  standard: parseMoney(monthlyPrice),
  reseller: parseMoney(resellerPrice(monthlyPrice)),
});

/** What a month of a number costs this user at this moment, and what of it is their reseller's. */
export const quoteFor = (country: NumberCountry, user: TariffUser, now: Date): Price =>
  numberPrice(user, now, ratesOf(country));

export const priceFor = (country: NumberCountry, user: TariffUser, now: Date): Money =>
  quoteFor(country, user, now).amount;
