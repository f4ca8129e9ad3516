import { currentLanguage } from './i18n.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * The locale in which figures and times are written. English is Britain's, as the money is; Arabic keeps
 * the digits of amounts, numbers and addresses, which are copied and compared.
 */
export function currentLocale(): string {
  const language = currentLanguage();
  if (language === 'en') return 'en-GB';
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}

/** The format of numbers in a locale, the current language's; made once for each. */
export function numberFormat(
  options: Intl.NumberFormatOptions = {},
  locale = currentLocale(),
): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Writes a number for a reader: its thousands separated. */
export const formatNumber = (value: number): string => numberFormat().format(value);
