import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { settings } from '../../../db/schema/index.ts';
import { numberPrice, numberRates, type Price, type TariffUser } from '../../money/pricing/tariff.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import { formatMoney, type Money, parseMoney } from '../../platform/kit/money.ts';
import { heldBy } from '../../platform/settings/read-settings.ts';
import { NUMBER_COUNTRIES, type NumberCountry, tierOf } from './catalogue.ts';
import { requireCountry } from './require-country.ts';

/** The price of a month of a number in each country at a time: the only place that knows. */
export interface NumberPrices {
  /** All countries, in the catalogue's order, with the prices that hold. */
  all: readonly NumberCountry[];
  /** A country by its code, with the price that holds; throws validation_failed for a country that is not sold. */
  of: (countryCode: string) => NumberCountry;
  /** The announced price of a country, and from when it holds; null: none is announced. */
  next: (countryCode: string) => { country: NumberCountry; holdsFrom: Date } | null;
}

/** Reads the prices that hold at a time: what administrators have set, otherwise the catalogue's. */
export async function readNumberPrices(db: Queryable, now: Date): Promise<NumberPrices> {
  const rows = await db.select().from(settings).where(eq(settings.name, 'number_price'));
  const set = new Map(rows.map((row) => [row.about, row]));
  const heldAt = (country: NumberCountry, time: Date): NumberCountry => {
    const row = set.get(country.countryCode);
    const monthlyPrice = row && heldBy(row, time);
    return monthlyPrice ? { ...country, monthlyPrice, tier: tierOf(monthlyPrice) } : country;
  };
  return {
    all: NUMBER_COUNTRIES.map((country) => heldAt(country, now)),
    of: (countryCode) => heldAt(requireCountry(countryCode), now),
    next: (countryCode) => {
      const holdsFrom = set.get(countryCode)?.holdsFrom;
      if (!holdsFrom || holdsFrom <= now) return null;
      return { country: heldAt(requireCountry(countryCode), holdsFrom), holdsFrom };
    },
  };
}

/** The price of a number's month for this user at a time, and the reseller's margin in it. */
export const quoteFor = ({ monthlyPrice }: NumberCountry, user: TariffUser, now: Date): Price =>
  numberPrice(user, now, numberRates(monthlyPrice));

/** The same without the margin. */
export const priceFor = (country: NumberCountry, user: TariffUser, now: Date): Money =>
  quoteFor(country, user, now).amount;

/**
 * Ensures that a number costs what its buyer was shown.
 * @param shown in pounds; absent: whatever it costs
 * @throws price_changed
 */
export function requireShown(price: Money, shown: string | null | undefined): void {
  if (!shown || parseMoney(shown) === price) return;
  throw new Problem('price_changed', fault('numberPriceChanged', { limit: `£${formatMoney(price)}` }), {
    price: formatMoney(price),
  });
}
