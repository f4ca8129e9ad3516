import english from '../../../web/locales/en/app.json';
import { type Sentence, type SentenceValues, write } from './faults.ts';

export type SentenceCode = keyof typeof english.sentences;

/**
 * Makes the sentence in which the server refuses: its English text is the one that the browser shows, which translates it by
 * its code. A rule in `tests/rules` compares the values of each call with the placeholders of its text.
 */
export const sentence = <Code extends SentenceCode>(code: Code, values?: SentenceValues): Sentence & { code: Code } =>
  write(code, english.sentences[code], values);
