import { countriesByCode } from '../../src/shared/calling-codes.ts';
import { currentLocale, t } from './i18n.ts';

/** The name of a calling code: its country, with a remark if other countries share the code. */
export function callingCodeName(code: string): string {
  const [first, ...others] = countriesByCode.get(code) ?? [];
  if (!first) return t('limits.noCountry');
  const name = new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(first) ?? first;
  return others.length === 0 ? name : t('limits.andOthers', { name });
}

/** A country whose numbers begin with a calling code. */
export interface CodedCountry {
  /** Two letters (ISO 3166). */
  country: string;
  /** `+44` */
  code: string;
  name: string;
}

const byName = (one: CodedCountry, other: CodedCountry) => one.name.localeCompare(other.name, currentLocale());

/** All calling codes that belong to countries, each with its first country, by name. */
export const callingCodes = (): CodedCountry[] =>
  [...countriesByCode]
    .map(([code, [country = '']]) => ({ country, code, name: callingCodeName(code) }))
    .toSorted(byName);

/** All countries with their calling codes, by name. */
export function codedCountries(): CodedCountry[] {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'region' });
  return [...countriesByCode]
    .flatMap(([code, all]) => all.map((country) => ({ country, code, name: names.of(country) ?? country })))
    .toSorted(byName);
}

/** The country of the browser's region, if one of its languages names a region that has a calling code. */
export function countryOfBrowser(): string | undefined {
  const known = new Set([...countriesByCode.values()].flat());
  return navigator.languages
    .map((tag) => /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(tag)?.[1])
    .find((region) => region !== undefined && known.has(region));
}

/** Tells whether a text such as `+44` or `0044` is the calling code of a country. */
export const isCallingCodeOf = (text: string, countryCode: string): boolean =>
  countriesByCode.get(text.replace(/^00/, '+'))?.includes(countryCode) ?? false;
