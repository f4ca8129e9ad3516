import type { Money } from '../../platform/kit/money.ts';
import { numberPrice, numberRates, type Price, type TariffUser } from '../../money/pricing/tariff.ts';
import type { NumberCountry } from './catalogue.ts';

/** The present price of a number's month for this user, and the reseller's margin in it. */
export const quoteFor = ({ monthlyPrice }: NumberCountry, user: TariffUser, now: Date): Price =>
  numberPrice(user, now, numberRates(monthlyPrice));

export const priceFor = (country: NumberCountry, user: TariffUser, now: Date): Money =>
  quoteFor(country, user, now).amount;
