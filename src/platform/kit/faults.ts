import texts from '../../../web/locales/en/public.json';

/** A number with its country code, as an example in texts. */
export const EXAMPLE_NUMBER = '+447911123456';

/** What can be wrong with a field; its English text is the one that the browser shows. */
export type FaultCode = keyof typeof texts.faults;

/** The values in a sentence. Money is written `£12.50`; a country is its code of two letters. */
export type SentenceValues = Record<string, string | number>;

/** A sentence that a person may read: its code, its values, and its English text. */
export interface Sentence {
  code: string;
  values: SentenceValues;
  text: string;
}

/** A code of the ledger's words or of a sentence, with its values, of which one may quote another wording. */
export interface Wording {
  code: string;
  values: { [name: string]: string | number | Wording };
}

/** The values, with what they quote in words. */
export const plainValues = (values: Wording['values'], inWords: (quoted: Wording) => string): SentenceValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? inWords(value) : value]),
  );

/** Makes the sentence of a field's error. */
export const fault = (code: FaultCode, values?: SentenceValues): Sentence => write(code, texts.faults[code], values);

const ofSchemas = new Map<string, Sentence>();

/**
 * The sentence of a field's error as a schema's message, which can only be text; `sentenceOf` finds the code
 * again. Only for schemas, which are made once: each text is kept in memory.
 */
export const faultText = (code: FaultCode, values?: SentenceValues): string => asMessage(fault(code, values));

/** Does the same as `faultText`, for a sentence that is already made. */
export function asMessage(sentence: Sentence): string {
  ofSchemas.set(sentence.text, sentence);
  return sentence.text;
}

/** Finds the sentence of a schema's message; undefined where the message is zod's own. */
export const sentenceOf = (text: string): Sentence | undefined => ofSchemas.get(text);

/** A text of the interface; where it depends on `{count}`, its plural forms. */
export type EnglishText = string | { one?: string; other: string };

/** Writes a sentence in English. */
export function write<Code extends string>(
  code: Code,
  text: EnglishText,
  values: SentenceValues = {},
): Sentence & { code: Code } {
  const form = typeof text === 'string' ? text : ((values.count === 1 ? text.one : undefined) ?? text.other);
  return {
    code,
    values,
    text: form.replace(/\{(\w+)\}/g, (_, name: string) => inEnglish(name, values[name])),
  };
}

function inEnglish(name: string, value: string | number = ''): string {
  if (typeof value === 'number') return value.toLocaleString('en-GB');
  if (name !== 'country' || !/^[A-Z]{2}$/.test(value)) return value;
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(value) ?? value;
}
