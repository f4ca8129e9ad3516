import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseAs } from '../kit/read.ts';

export type Texts = { [key: string]: string | Texts };

const texts: z.ZodType<Texts> = z.lazy(() => z.record(z.string(), z.union([z.string(), texts])));

export const LOCALES = join(import.meta.dir, '../../web/locales');

const PLURAL_FORMS = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

const isPlural = (texts: Texts): boolean =>
  'other' in texts && Object.keys(texts).every((form) => PLURAL_FORMS.has(form));

const forms = z.record(z.string(), z.string());

/** Each text by its dotted key; of a text with plural forms, all of them. */
export function textsOf(from: Texts, prefix = ''): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const [name, value] of Object.entries(from)) {
    const key = prefix + name;
    if (typeof value === 'string') found.set(key, { other: value });
    else if (isPlural(value)) found.set(key, forms.parse(value));
    else for (const [inner, all] of textsOf(value, `${key}.`)) found.set(inner, all);
  }
  return found;
}

export const placeholdersOf = (text: string) => new Set(text.match(/\{\w+\}/g));

/** The plural forms that counts up to 200 need; forms only for millions may use `other` instead. */
export function formsNeeded(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)))];
}

/** A part of a language's texts: `public` or `app`. */
export const readTexts = (language: string, part: string): Texts =>
  parseAs(readFileSync(join(LOCALES, language, `${part}.json`), 'utf8'), texts);
