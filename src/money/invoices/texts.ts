import { type Language, localeOf } from '../../platform/kit/languages.ts';
import texts from './texts.json' with { type: 'json' };

export type InvoiceTexts = (typeof texts)['en'];

/** The words of a printed invoice in its customer's language. */
export const textsFor = (language: Language): { locale: string; texts: InvoiceTexts } => ({
  locale: localeOf(language),
  texts: texts[language],
});
