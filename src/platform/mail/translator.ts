import { type Language, isolatedIn, localeOf, localeOfPounds, POUNDS } from '../kit/languages.ts';
import { isDecimal } from '../kit/decimal.ts';
import ar from '../../../web/locales/ar/letters.json';
import de from '../../../web/locales/de/letters.json';
import en from '../../../web/locales/en/letters.json';
import es from '../../../web/locales/es/letters.json';
import fr from '../../../web/locales/fr/letters.json';
import it from '../../../web/locales/it/letters.json';
import ja from '../../../web/locales/ja/letters.json';
import pt from '../../../web/locales/pt/letters.json';
import ru from '../../../web/locales/ru/letters.json';
import zh from '../../../web/locales/zh/letters.json';

/** A text that depends on `{count}`, by plural category. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

type Translated<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string
    ? string
    : Texts[Key] extends { other: string }
      ? Forms
      : Translated<Texts[Key]>;
};

/** The texts of letters in one language; English is the source. A text that is missing is a type error. */
export type LetterTexts = Translated<typeof en>;

/** The texts of letters in every language. */
export const LETTER_TEXTS: Record<Language, LetterTexts> = { en, es, fr, de, it, pt, ru, zh, ja, ar };

/** Writes what a letter says in the reader's language. */
export interface Translator {
  language: Language;
  texts: LetterTexts;
  /** A text with its `{values}`. Of a text with plural forms, the one for `count`. */
  say(text: string | Forms, values?: Record<string, string | number>): string;
  /** An amount of pounds, from a decimal string. */
  pounds(amount: string): string;
  /** A share, from whole per cent. */
  percent(share: number): string;
  /** The day of a moment in UTC, and the day with its time. Both from ISO 8601. */
  day(moment: string): string;
  time(moment: string): string;
  /** A country's name, from ISO 3166-1 alpha-2. */
  country(code: string): string;
  /** A number or an address for itself, in its own direction. */
  plain(text: string): string;
}

/** @param texts those of the language; a test may give others */
export function translatorOf(language: Language, texts: LetterTexts = LETTER_TEXTS[language]): Translator {
  const locale = localeOf(language);
  const figures = new Intl.NumberFormat(locale);
  const rules = new Intl.PluralRules(locale);
  const pounds = new Intl.NumberFormat(localeOfPounds(language), POUNDS);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const countries = new Intl.DisplayNames([locale], { type: 'region' });
  const plain = (text: string) => isolatedIn(language, text);
  const say: Translator['say'] = (text, values = {}) =>
    formOf(text, rules, values).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return typeof value === 'number' ? figures.format(value) : value;
    });
  return {
    language,
    texts,
    say,
    pounds: (amount) => {
      if (!isDecimal(amount)) throw new Error(`no amount of money: ${amount}`);
      return plain(pounds.format(amount));
    },
    percent: (share) => plain(percent.format(share / 100)),
    country: (code) => countries.of(code) ?? code,
    day: (moment) => day.format(new Date(moment)),
    time: (moment) => say(texts.utc, { time: time.format(new Date(moment)) }),
    plain,
  };
}

function formOf(text: string | Forms, rules: Intl.PluralRules, { count }: Record<string, string | number>): string {
  if (typeof text === 'string') return text;
  return text[rules.select(Number(count))] ?? text.other;
}
