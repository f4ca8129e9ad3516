import { currentLanguage } from './i18n.ts';
import { localeOf } from '../../src/platform/kit/languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** The locale of the current language. */
export const currentLocale = (): string => localeOf(currentLanguage());

/** The format of numbers in a locale, the current language's; made once for each. */
export function numberFormat(options: Intl.NumberFormatOptions = {}, locale = currentLocale()): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/**
 * Writes a share for a reader: the sign stands where the language has it, also amid a text from right to left.
 * @param percent 12.5 for an eighth
 */
export const formatPercent = (percent: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

/** Writes a number for a reader: its thousands separated. */
export const formatNumber = (value: number): string => numberFormat().format(value);
