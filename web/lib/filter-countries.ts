import type { NumberCountry, Region } from '../../src/services/numbers/catalogue.ts';
import { isCountry } from './calling-codes.ts';
import { countryName } from './country-name.ts';
import { currentLocale } from './locale.ts';
import { comparePounds } from './pounds.ts';

export const SORTS = ['byName', 'cheapestFirst', 'dearestFirst'] as const;
export type Sort = (typeof SORTS)[number];

export interface CountryFilter {
  search: string;
  region: Region | 'all';
  sort: Sort;
}

const byName = (a: NumberCountry, b: NumberCountry) => countryName(a).localeCompare(countryName(b), currentLocale());
const byPrice = (a: NumberCountry, b: NumberCountry) => comparePounds(a.monthlyPrice, b.monthlyPrice);

/** The order of countries. Countries with the same price are sorted by name. */
const ORDERS: Record<Sort, (a: NumberCountry, b: NumberCountry) => number> = {
  byName,
  cheapestFirst: (a, b) => byPrice(a, b) || byName(a, b),
  dearestFirst: (a, b) => byPrice(b, a) || byName(a, b),
};

/** The countries that match a filter, in its order. It searches names (also translated), codes and calling codes. */
export function filterCountries(
  countries: readonly NumberCountry[],
  { search, region, sort }: CountryFilter,
): NumberCountry[] {
  const wanted = search.trim();
  return countries
    .filter(
      (row) =>
        (region === 'all' || row.region === region) &&
        (row.country.toLowerCase().includes(wanted.toLowerCase()) || isCountry(wanted, row.countryCode)),
    )
    .toSorted(ORDERS[sort]);
}
