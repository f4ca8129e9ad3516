import { describe, expect, test } from 'bun:test';
import { LANGUAGES } from '../../db/enums.ts';
import { readTexts, type Texts } from './locales.ts';

/**
 * No text contains a figure of a rule: if a limit, a price or a time changed, it would be wrong in ten languages.
 * Texts get their figures as values from the rule's own code.
 */

/** The texts that may have figures, by the beginning of their keys, and why. */
const MAY: Record<string, string> = {
  'notFound.heading': 'fixed by the specification',
  'landing.hero.text': 'a claim of the specification',
  'landing.resold.text': 'a claim of the specification',
  'landing.features.numbers.fact': 'a claim of the specification',
  'landing.trust.': 'a claim of the specification',
  'landing.statistics.': 'a claim of the specification',
  'landing.closing.heading': 'a figure of speech',
  'webhooks.verify.text': 'the name of an algorithm',
  'webhooks.verify.answer': 'statuses of HTTP',
  'apiDocs.auth.scopes': 'a status of HTTP',
  'billing.payment.outputWrong': 'blockchains count from 0',
  'billing.payment.outputHint.': 'blockchains count from 0',
  'sentences.bitcoinHash': 'the form that the blockchain gives its hashes',
  'sentences.tronHash': 'the form that the blockchain gives its hashes',
  'sentences.ethereumHash': 'the form that the blockchain gives its hashes',
  'sentences.solanaHash': 'the form that the blockchain gives its hashes',
  'sentences.limitReached': 'when a day begins',
  'numbers.calls.recordingHint': 'the name of a format',
  'packages.sip.sha256': 'the names of algorithms',
  'sentences.trunkNetwork': 'the names of protocols',
  'sentences.soundForm': 'the name of a format',
  'sentences.rowPrice': 'a price is not below 0',
  'sentences.rowName': 'a name is not empty',
  'sentences.rowInterval': 'an interval is not empty',
};

/** Japanese has a figure where others say "a", "each", "none" or "second". */
const JAPANESE_WORDS =
  /2 ?要素|(?<![\d.,])(?:[1-9] ?つ|[12] ?(?:人|件|通|回|行|名|日|個|分|時間|か月|週間|か国|ペニー|宛先|通話|文字|アカウント)|0(?! ?[\d.]))/g;

const FIGURE = /\p{Nd}/u;
/** The units that figures of rules have, after a number in words. */
const SPELLED =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|hundred|thousand)\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|characters?|digits?|letters?|pounds?|pence|megabytes?)\b/i;

function* textsOf(texts: Texts, prefix = ''): Generator<[key: string, text: string]> {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === 'string') yield [prefix + name, value];
    else yield* textsOf(value, `${prefix}${name}.`);
  }
}

const read = (language: string): [key: string, text: string][] =>
  ['public', 'app'].flatMap((part) => [...textsOf(readTexts(language, part))]);

/** The rest of a text, without its values and without the figures that this language may have. */
const bare = (text: string, language: string): string => {
  const words = text.replace(/\{\w+\}/g, '');
  return language === 'ja' ? words.replace(JAPANESE_WORDS, '') : words;
};

const mayHave = (key: string): boolean => Object.keys(MAY).some((start) => key.startsWith(start));

const bakedIn = (texts: readonly [key: string, text: string][], language: string): string[] =>
  texts
    .filter(([key]) => !mayHave(key))
    .filter(([, text]) => FIGURE.test(bare(text, language)))
    .map(([key, text]) => `${key}: ${text}`);

describe.each(LANGUAGES)('%s', (language) => {
  test('no text has a figure of its own', () => {
    expect(bakedIn(read(language), language)).toEqual([]);
  });

  test('no text has an amount of money of its own', () => {
    const written = read(language).filter(([, text]) => /£ ?[\d{]|[\d}] ?£/.test(text));
    expect(written).toEqual([]);
  });
});

test('no English text spells a figure out', () => {
  const spelled = read('en').filter(([key, text]) => SPELLED.test(text) && !mayHave(key));
  expect(spelled).toEqual([]);
});

test('a figure is found, in whatever script, and no exception is without its text', () => {
  expect(bakedIn([['a.b', 'Within 24 hours']], 'en')).toHaveLength(1);
  expect(bakedIn([['a.b', 'خلال ٢٤ ساعة']], 'ar')).toHaveLength(1);
  expect(bakedIn([['a.b', '2 要素認証、24 時間']], 'ja')).toHaveLength(1);
  expect(bakedIn([['a.b', 'Within {hours} hours']], 'en')).toHaveLength(0);
  expect(SPELLED.test('more than seven days after')).toBe(true);
  const english = read('en').filter(([, text]) => FIGURE.test(bare(text, 'en')) || SPELLED.test(text));
  const idle = Object.keys(MAY).filter((start) => !english.some(([key]) => key.startsWith(start)));
  expect(idle).toEqual([]);
});
