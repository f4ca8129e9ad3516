import { callingCode } from '../../src/platform/kit/calling-code.ts';
import type { NumberCountry, Region } from '../../src/services/numbers/catalogue.ts';
import { isCallingCodeOf } from './calling-codes.ts';
import { countryName, regionNames } from './country-name.ts';
import { currentLocale } from './i18n.ts';
import { comparePounds } from './pounds.ts';

export const SORTS = ['byName', 'cheapestFirst', 'dearestFirst'] as const;
export type Sort = (typeof SORTS)[number];

export interface CountryFilter {
  search: string;
  region: Region | 'all';
  sort: Sort;
  /** The country that stands first where they are sorted by name. */
  home?: string | null;
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
  { search, region, sort, home = null }: CountryFilter,
): NumberCountry[] {
  const wanted = search.trim();
  const isHome = ({ countryCode }: NumberCountry) => Number(countryCode === home);
  return countries
    .filter(
      (row) =>
        (region === 'all' || row.region === region) &&
        (row.country.toLowerCase().includes(wanted.toLowerCase()) || isCountry(wanted, row.countryCode)),
    )
    .toSorted((a, b) => (sort === 'byName' ? isHome(b) - isHome(a) : 0) || ORDERS[sort](a, b));
}

/** Other names of countries that people type. */
const ALIASES: Readonly<Record<string, string>> = {
  uk: 'GB',
  britain: 'GB',
  england: 'GB',
  usa: 'US',
  america: 'US',
  uae: 'AE',
  emirates: 'AE',
  holland: 'NL',
};

/** Tells whether a text is a part of a country's name in the reader's language, its two letters, or its calling code. */
export function isCountry(text: string, countryCode: string): boolean {
  const wanted = text.toLocaleLowerCase(currentLocale());
  return (
    countryCode === (ALIASES[wanted] ?? text.toUpperCase()) ||
    (regionNames().of(countryCode)?.toLocaleLowerCase(currentLocale()).includes(wanted) ?? false) ||
    isCallingCodeOf(text, countryCode)
  );
}

/** Gives the calling code of a number in any form; any other text as it is. */
export function countryPart(search: string): string {
  const digits = search.replaceAll(/[\s().-]/g, '').replace(/^(\+|00)/, '');
  return /^\d+$/.test(digits) ? callingCode(`+${digits}`) : search;
}
