/**
 * The locale in which a language's figures, times and plurals are written. English is Britain's, as the money
 * is, and Portuguese is Portugal's; Arabic keeps the digits of amounts, numbers and addresses, which are copied
 * and compared.
 */
export function localeOf(language: string): string {
  if (language === 'en') return 'en-GB';
  if (language === 'pt') return 'pt-PT';
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}
