import {
  NUMBER_COUNTRIES,
  type NumberCountry,
  type Region,
} from '../../../src/services/numbers/catalogue.ts';
import { comparePounds } from '../../lib/pounds.ts';

export const SORTS = ['byName', 'cheapestFirst', 'dearestFirst'] as const;
export type Sort = (typeof SORTS)[number];

export interface CountryFilter {
  search: string;
  region: Region | 'all';
  sort: Sort;
}

const byName = (a: NumberCountry, b: NumberCountry) => a.country.localeCompare(b.country);
const byPrice = (a: NumberCountry, b: NumberCountry) => comparePounds(a.monthlyPrice, b.monthlyPrice);

/** In which order countries stand; those of one price by their names. */
const ORDERS: Record<Sort, (a: NumberCountry, b: NumberCountry) => number> = {
  byName,
  cheapestFirst: (a, b) => byPrice(a, b) || byName(a, b),
  dearestFirst: (a, b) => byPrice(b, a) || byName(a, b),
};

/** The countries that a filter shows, in its order. */
export function filterCountries({ search, region, sort }: CountryFilter): NumberCountry[] {
  const wanted = search.trim().toLowerCase();
  return NUMBER_COUNTRIES.filter(
    (row) =>
      (region === 'all' || row.region === region) &&
      (row.country.toLowerCase().includes(wanted) || row.countryCode.toLowerCase() === wanted),
  ).toSorted(ORDERS[sort]);
}
