import type { Money } from '../../platform/kit/money.ts';
import { numberPrice, numberRates, type Price, type TariffUser } from '../../money/pricing/tariff.ts';
import type { NumberCountry } from './catalogue.ts';

/** What a month of a number costs this user at this moment, and what of it is their reseller's. */
export const quoteFor = ({ monthlyPrice }: NumberCountry, user: TariffUser, now: Date): Price =>
  numberPrice(user, now, numberRates(monthlyPrice));

export const priceFor = (country: NumberCountry, user: TariffUser, now: Date): Money =>
  quoteFor(country, user, now).amount;
