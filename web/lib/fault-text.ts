import { formatPounds } from '../ui/format-money.ts';
import { englishSentences, t, type TextKey, type TextValues } from './i18n.ts';

/** A sentence of the server, with what stands in it: an amount, a count, a name. */
interface Sentence {
  key: TextKey;
  pattern: RegExp;
}

let known: { of: object; sentences: readonly Sentence[] } | null = null;

/**
 * The sentences that are loaded so far. Those of the signed-in screens are loaded with the texts of these
 * screens.
 */
function sentences(): readonly Sentence[] {
  const texts = englishSentences();
  if (known?.of !== texts) {
    const all = [...texts].map(([key, text]) => ({ key, pattern: patternOf(text) }));
    // What has no value in it is compared first.
    known = {
      of: texts,
      sentences: all.toSorted(
        (a, b) => Number(/\(\?</.test(a.pattern.source)) - Number(/\(\?</.test(b.pattern.source)),
      ),
    };
  }
  return known.sentences;
}

const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replace(/\{(\w+)\}/g, '(?<$1>.+?)')}$`);

/**
 * Translates an English sentence of a contract or the server, with the values in it, into the current
 * language. A sentence that the catalogue does not have stays as it is.
 */
export function faultText(sentence: string): string {
  const found = findSentence(sentence);
  return found ? t(found.key, written(found.values)) : sentence;
}

/** Which text of the catalogue a sentence is, and the values in it; null where it is none. */
export function findSentence(sentence: string): { key: TextKey; values: Record<string, string> } | null {
  for (const { key, pattern } of sentences()) {
    const found = pattern.exec(sentence);
    if (found) return { key, values: found.groups ?? {} };
  }
  return null;
}

/** Money is written as everywhere else. */
const written = (values: Record<string, string>): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /^£[\d,.]+$/.test(value) ? formatPounds(value.replace(/[£,]/g, ''), { whole: true }) : value,
    ]),
  );
