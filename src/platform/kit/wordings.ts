import english from '../../../web/locales/en/app.json';
import { type EnglishText, plainValues, type Wording, write } from './faults.ts';

/**
 * Makes what the ledger says about a transaction, or about its end. The database keeps code and values; the words are made
 * where they are shown. A person's own words are kept beside it as text, and shown as they are.
 */
export const wording = (code: keyof typeof english.wordings, values: Wording['values'] = {}): Wording => ({
  code,
  values,
});

interface Said {
  description: string;
  wording: Wording | null;
}

/**
 * The words about a transaction that another wording quotes: the ledger's words by their code, a person's as they are.
 */
export const saidOf = ({ wording: said, description }: Said): Wording | string => said ?? description;

/** A payment can end with a sentence as well. */
const TEXTS: Readonly<Record<string, EnglishText>> = { ...english.sentences, ...english.wordings };

/** In English: what a wording says; without one, what a person typed. A code from a later release stands for itself. */
export const wordsOf = <Typed extends string | null>(said: Wording | null, typed: Typed): Typed | string =>
  said ? inEnglish(said) : typed;

const inEnglish = ({ code, values }: Wording): string =>
  write(code, TEXTS[code] ?? code, plainValues(values, inEnglish)).text;
