import { expect, test } from 'bun:test';
import { LANGUAGES } from '../../db/enums.ts';
import { readTexts, type Texts } from './locales.ts';

/** Every text of a language, each with its key. */
function textsOf(language: string): [key: string, text: string][] {
  const all = (texts: Texts, prefix: string): [string, string][] =>
    Object.entries(texts).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value]] : all(value, `${prefix}${name}.`),
    );
  return ['public', 'app'].flatMap((part) => all(readTexts(language, part), ''));
}

const saying = (language: string, pattern: RegExp) =>
  textsOf(language).filter(([, text]) => pattern.test(text));

test.each(LANGUAGES)('%s has no money, limit or size baked into a text', (language) => {
  expect(saying(language, /£\s?[\d{]|[\d}]\s?£|\d+[ \u00a0]?(?:MB|Mo|МБ)(?![a-z])/)).toEqual([]);
});

test('a term of one thing is used throughout', () => {
  expect(
    saying('en', /\bcarriers?\b|\bchain\b|\be-mail|\bthis once\b|\bset aside\b|\bon hold\b|\bpapers\b/i),
  ).toEqual([]);
  expect(saying('de', /etzbetreiber/)).toEqual([]);
  expect(saying('fr', /opérateur|\bchaîne\b|\bdevis\b/i)).toEqual([]);
  expect(saying('es', /operador|\bpasskeys?\b/i)).toEqual([]);
  expect(saying('it', /operator[ei]|fornitor/i)).toEqual([]);
  expect(saying('pt', /operador/i)).toEqual([]);
  expect(saying('ru', /оператор/i)).toEqual([]);
  expect(saying('zh', /运营商|供应商/)).toEqual([]);
  expect(saying('ja', /キャリア|再販事業者/)).toEqual([]);
  expect(saying('ar', /مشغّل/)).toEqual([]);
});

test('readers are addressed in one way', () => {
  const imperative = /\b(?:Elige|Introduce|Inténtalo|Espera|Rellena|escribe el|Pon un)\b/;
  expect(saying('es', imperative)).toEqual([]);
  expect(saying('it', /\b(?:Scegli|Inserisci|Riprova\.|Attendi|Compila|Dai un|nella tua)\b/)).toEqual([]);
});

test('French is set as French is', () => {
  expect(saying('fr', /'/)).toEqual([]);
  expect(saying('fr', /\S [:;?!%»]/)).toEqual([]);
});
