import { currentLanguage, currentLocale } from './i18n.ts';

/** One for each locale. Lists are sorted by names, and creating this object costs more than using it. */
const made = new Map<string, Intl.DisplayNames>();

/** The names of countries in the reader's language, by two letters as ISO 3166 has them. */
export function regionNames(): Intl.DisplayNames {
  const locale = currentLocale();
  const names = made.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  made.set(locale, names);
  return names;
}

/** The name of a country with numbers for sale: in English from the list, else in the reader's language. */
export const countryName = ({ country, countryCode }: { country: string; countryCode: string }): string =>
  currentLanguage() === 'en' ? country : (regionNames().of(countryCode) ?? country);
