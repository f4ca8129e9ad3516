import type { LANGUAGES } from '../../../db/enums.ts';
import texts from './texts.json' with { type: 'json' };

export type InvoiceTexts = (typeof texts)['en'];

/**
 * The words of a printed invoice in its customer's language. Chinese, Japanese and Arabic are printed in English: the font
 * of our documents has no letters of theirs, or cannot set them from the right.
 */
export function textsFor(language: (typeof LANGUAGES)[number]): { locale: string; texts: InvoiceTexts } {
  if (language === 'zh' || language === 'ja' || language === 'ar' || language === 'en')
    return { locale: 'en-GB', texts: texts.en };
  return { locale: language, texts: texts[language] };
}
