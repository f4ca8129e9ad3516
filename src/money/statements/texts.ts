import { join } from 'node:path';
import { z } from 'zod';
import { type Language, localeOf } from '../../platform/kit/languages.ts';
import { plainValues, type Wording } from '../../platform/kit/faults.ts';
import { wordsOf } from '../../platform/kit/wordings.ts';
import { type Translator, translatorOf } from '../../platform/mail/translator.ts';
import { findCoin } from '../payments/catalogue.ts';
import type { QuotedRate } from '../rates/contract.ts';
import type { StatementLine } from './contract.ts';

const LOCALES = join(import.meta.dir, '../../../web/locales');
const names = <Name extends string>(...all: readonly Name[]) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets the names that it was given.
  z.object(Object.fromEntries(all.map((name) => [name, z.string()])) as Record<Name, z.ZodString>);

const forms = z.object({ other: z.string() }).catchall(z.string());

/** The texts of the screen that a printed statement has as well. */
const screenTexts = z.object({
  statements: z.object({
    account: z.string(),
    figures: names('opening', 'in', 'out', 'closing'),
    line: names('date', 'type', 'description', 'amount', 'balance'),
    period: names('type', 'everyType'),
    count: forms,
  }),
  transactions: z.object({ type: z.record(z.string(), z.string()) }),
  wordings: z.record(z.string(), z.union([z.string(), forms])),
  books: z.object({ accountName: z.string(), invoices: names('period') }),
  settings: z.object({ profile: names('email') }),
  admin: z.object({ users: names('id') }),
});

export interface StatementWords extends Pick<Translator, 'say' | 'pounds' | 'day'> {
  language: Language;
  locale: string;
  texts: z.output<typeof screenTexts>;
  /** A time in UTC, `30/11/2026, 14:05`. */
  minute(at: string): string;
  typeName(type: StatementLine['type']): string;
  /** The purpose of a line: the ledger's words in the reader's language, a person's own unchanged. */
  describe(line: Pick<StatementLine, 'description' | 'wording'>): string;
}

const known = new Map<Language, Promise<StatementWords>>();

/** The words of a statement as its reader's screen has them. */
export function wordsFor(reader: Language | null): Promise<StatementWords> {
  const language = reader ?? 'en';
  const words = known.get(language) ?? readWords(language);
  known.set(language, words);
  return words;
}

async function readWords(language: Language): Promise<StatementWords> {
  const texts = screenTexts.parse(await Bun.file(join(LOCALES, language, 'app.json')).json());
  const { say, pounds, day } = translatorOf(language);
  const locale = localeOf(language);
  const time = new Intl.DateTimeFormat(locale, {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: 'UTC',
  });
  const countries = new Intl.DisplayNames([locale], { type: 'region' });
  const inWords = (wording: Wording): string => {
    const text = texts.wordings[wording.code];
    if (text === undefined) return wordsOf(wording, '');
    const values = plainValues(wording.values, inWords);
    const { country } = values;
    const named = typeof country === 'string' && /^[A-Z]{2}$/.test(country) && countries.of(country);
    return say(text, named ? { ...values, country: named } : values);
  };
  return {
    ...{ language, locale, texts, say, pounds, day },
    minute: (at) => time.format(new Date(at)),
    typeName: (type) => texts.transactions.type[type] ?? type,
    describe: ({ wording, description }) => (wording ? inWords(wording) : description),
  };
}

/** Says who said what a coin costs, such as `kraken 55555.5, coinbase 55556.1`: pounds for one coin. */
export const sourcesText = ({ sources }: QuotedRate): string =>
  sources.map(({ source, price }) => (price === null ? source : `${source} ${price}`)).join(', ');

/** The rate of a payment, `0.00180000 BTC, 0.000018 BTC = £1 (fixed)`. */
export function rateText(quoted: QuotedRate): string {
  const symbol = findCoin(quoted.cryptocurrency)?.symbol ?? quoted.cryptocurrency;
  return `${quoted.cryptoAmount} ${symbol}, ${quoted.rate} ${symbol} = £1 (${sourcesText(quoted)})`;
}
