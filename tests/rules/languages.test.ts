import { readdirSync } from 'node:fs';
import { LANGUAGES } from '../../db/enums.ts';
import { formsNeeded, LOCALES, placeholdersOf, readTexts, textsOf } from './locales.ts';

const PARTS = ['public', 'app', 'letters'] as const;

/** Values that are numbers, before a word that follows their number: no unit, and no small word. */
const before = (free: string) =>
  new RegExp(
    '\\{(?:count|characters|digits|minutes|limit|letters|days|least|most|months|hours|seconds|times|closed|added|binds|length)\\}' +
      `[\\s\u00a0](?!(?:${free})(?!\\p{L}))\\p{L}`,
    'u',
  );
const COUNTED = before('of|to|or|with|in|and|can|more|at|a|is|are|up|fits|remaining|without|for|SMS|min|ms|s|h');
/** The same elsewhere: Arabic counts "of the" things, and Russian has short forms. */
const COUNTED_ELSEWHERE = before('من|في|أو|إلى|مع|كحد|из|или|дн|мин|ч|с|мес|симв');
/** A year and its months, as a package always has them. */
const PACKAGES = /\.(?:trunk|resellerMonthly|resellerYearly)$/;

/** Coins, and texts in which another language must say what "it" is, or whether the text is a heading or news. */
const FREE = new Set([
  'BTC · ETH · USDT · SOL',
  'I have saved it',
  'Choice of providers changed',
  'Choose a new password',
]);

/**
 * Texts with two translations, or left in English. Only texts of four words or more: a shorter one follows the
 * gender and the number of what stands beside it, or is a name.
 */
function saidWrongly(english: Map<string, Record<string, string>>, translated: typeof english): string[] {
  const said = new Map<string, string>();
  return [...english].flatMap(([key, { other = '' }]) => {
    const text = translated.get(key)?.other ?? '';
    const before = said.get(other) ?? text;
    said.set(other, before);
    const isLong = other.split(' ').length > 3 && !FREE.has(other);
    return isLong && (text !== before || text === other) ? [`${other}: ${before} / ${text}`] : [];
  });
}

test('every language that can be chosen has its texts, and every folder can be chosen', () => {
  expect(readdirSync(LOCALES).toSorted()).toEqual([...LANGUAGES].toSorted());
});

test.each(PARTS)('English has plural forms where a number stands beside a word (%s)', (part) => {
  const texts = [...textsOf(readTexts('en', part))].filter(([key]) => !PACKAGES.test(key));
  const bare = texts.filter(([, { one, other = '' }]) => !one && COUNTED.test(other));
  expect(bare.map(([key, { other }]) => `${key}: ${other}`)).toEqual([]);
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  test.each(PARTS)('says everything that English says (%s)', (part) => {
    const [english, translated] = [textsOf(readTexts('en', part)), textsOf(readTexts(language, part))];
    expect([...translated.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test('translates every text, and one English text in one way', () => {
    const all = (of: string) => new Map(PARTS.flatMap((part) => [...textsOf(readTexts(of, part))]));
    expect(saidWrongly(all('en'), all(language))).toEqual([]);
  });

  test.each(PARTS)('has the values and the plural forms that each text needs (%s)', (part) => {
    const translated = textsOf(readTexts(language, part));
    const faults = [...textsOf(readTexts('en', part))].flatMap(([key, source]) => {
      const forms = translated.get(key) ?? {};
      const known = placeholdersOf(Object.values(source).join(' '));
      const needsForms = Object.keys(forms).length > 1 || COUNTED_ELSEWHERE.test(forms.other ?? '');
      const missing =
        Object.keys(source).length > 1 && needsForms ? formsNeeded(language).filter((form) => !forms[form]) : [];
      const wrong = Object.values(forms).filter((text) => !text || !placeholdersOf(text).isSubsetOf(known));
      // The form for one may write the count as a word; every other value must appear.
      const unsaid = placeholdersOf(source.other ?? '').difference(placeholdersOf(forms.other ?? ''));
      return missing.length + wrong.length + unsaid.size > 0 ? [{ key, missing, wrong, unsaid: [...unsaid] }] : [];
    });
    expect(faults).toEqual([]);
  });
});
