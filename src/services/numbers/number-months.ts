import type { Queryable } from '../../../db/client.ts';
import type { TariffUser } from '../../money/pricing/tariff.ts';
import type { Money } from '../../platform/kit/money.ts';
import { priceFor, readNumberPrices } from './price.ts';

/** The price of a month for an account, in one country. */
export interface NumberMonth {
  country: string;
  countryCode: string;
  price: Money;
  /** The announced higher price; null: none is announced. */
  soon: { price: Money; holdsFrom: Date } | null;
}

/** Reads the price of a month for an account in each country, now and where a higher price is announced. */
export async function readNumberMonths(db: Queryable, owner: TariffUser, now: Date): Promise<NumberMonth[]> {
  const prices = await readNumberPrices(db, now);
  const apart = owner.apart.find((each) => each.subject === 'number' && each.holdsFrom > now);
  const months: NumberMonth[] = [];
  for (const row of prices.all) {
    const { country, countryCode } = row;
    const price = priceFor(row, owner, now);
    const next = prices.next(countryCode);
    const laters = [
      ...(next ? [{ price: priceFor(next.country, owner, now), holdsFrom: next.holdsFrom }] : []),
      ...(apart ? [{ price: priceFor(row, owner, apart.holdsFrom), holdsFrom: apart.holdsFrom }] : []),
    ];
    const later = laters.find((each) => each.price > price);
    months.push({ country, countryCode, price, soon: later ?? null });
  }
  return months;
}
