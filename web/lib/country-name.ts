import { currentLanguage } from './i18n.ts';
import { currentLocale } from './locale.ts';

/** Made once for each locale: lists are sorted by names, and making one costs more than asking it. */
const made = new Map<string, Intl.DisplayNames>();

/** The names of countries in the reader's language, by two letters as ISO 3166 has them. */
export function regionNames(): Intl.DisplayNames {
  const locale = currentLocale();
  const names = made.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  made.set(locale, names);
  return names;
}

/** What a country that sells numbers is called: in English as the list has it, else as the reader's language says. */
export const countryName = ({ country, countryCode }: { country: string; countryCode: string }): string =>
  currentLanguage() === 'en' ? country : (regionNames().of(countryCode) ?? country);
