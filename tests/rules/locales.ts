import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseAs } from '../kit/read.ts';

export type Texts = { [key: string]: string | Texts };

const texts: z.ZodType<Texts> = z.lazy(() => z.record(z.string(), z.union([z.string(), texts])));

export const LOCALES = join(import.meta.dir, '../../web/locales');

/** A text's forms by number, where it is one. */
export const forms = z.record(z.string(), z.string());

/** A part of a language's texts: `public` or `app`. */
export const readTexts = (language: string, part: string): Texts =>
  parseAs(readFileSync(join(LOCALES, language, `${part}.json`), 'utf8'), texts);
