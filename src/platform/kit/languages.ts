import { LANGUAGES } from '../../../db/enums.ts';

export type Language = (typeof LANGUAGES)[number];

/**
 * The locale in which a language's figures, times and plurals are written. English is Britain's, as the money is, and
 * Portuguese is Portugal's; Arabic keeps the digits of amounts, numbers and addresses, which are copied and compared.
 */
export function localeOf(language: string): string {
  if (language === 'en') return 'en-GB';
  if (language === 'pt') return 'pt-PT';
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}

/** Which way a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** How pounds are written for a reader: two places, up to four where a price has them. */
export const POUNDS: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'GBP',
  // Elsewhere than in Britain the sign would be "GBP" or "UK£".
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
};

/** Does the same as `localeOf`, for pounds: Arabic has no short sign and writes "UK£"; our Arabic texts have "£" before it. */
export const localeOfPounds = (language: Language): string => (language === 'ar' ? 'en-GB' : localeOf(language));

/**
 * A number, an amount or a name in a text from right to left, so that it keeps its own direction: without this,
 * "+44 20" shows as "20 44+". The two signs around it are invisible.
 */
export const isolatedIn = (language: Language, text: string): string =>
  directionOf(language) === 'rtl' ? `\u2068${text}\u2069` : text;

/** The first language of an `Accept-Language` header that we have texts in; null where there is none. */
export function languageAccepted(header: string | null): Language | null {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const weight = parameters.map((each) => each.trim()).find((each) => each.startsWith('q='));
    return { code: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const [best] = wanted
    .flatMap(({ code, weight }) => {
      const language = LANGUAGES.find((each) => each === code);
      return language && weight > 0 ? [{ language, weight }] : [];
    })
    .toSorted((one, other) => other.weight - one.weight);
  return best?.language ?? null;
}
