import { LANGUAGES } from '../../db/enums.ts';
import { readTexts, type Texts } from './locales.ts';

function textsOf(language: string): [key: string, text: string][] {
  const all = (texts: Texts, prefix: string): [string, string][] =>
    Object.entries(texts).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value]] : all(value, `${prefix}${name}.`),
    );
  return ['public', 'app'].flatMap((part) => all(readTexts(language, part), ''));
}

const saying = (language: string, pattern: RegExp) => textsOf(language).filter(([, text]) => pattern.test(text));

test.each(LANGUAGES)('%s has no money, limit or size baked into a text', (language) => {
  expect(saying(language, /£\s?[\d{]|[\d}]\s?£|\d+[ \u00a0]?(?:MB|Mo|МБ)(?![a-z])/)).toEqual([]);
});
