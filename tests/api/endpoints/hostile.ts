import { oneOf } from '../../kit/seed.ts';
/** Nobody should send these, and some do. */

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Chance = () => number;

/** Text that has broken one program or another: ends of strings, halves of letters, paths, statements, numbers. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066',
  'é'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(40),
  'a'.repeat(20_000),
  "'; drop table users; --",
  '../../etc/passwd',
  '%00',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'null',
  'NaN',
  '-1',
  '-0.01',
  '0.00001',
  '1e1000',
  '9'.repeat(400),
  '12.50 ',
  '١٢٫٥٠',
  '2026-02-30T00:00:00Z',
  '+294277-08-21T00:00:00Z',
  '0199a3d0-0000-7000-8000-0000000000ff',
  '+447700900123',
  'http://127.0.0.1:1/',
  'javascript:alert(1)',
] as const;

const VALUES: readonly Json[] = [
  ...TEXTS,
  null,
  true,
  0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[[[]]]],
  [null],
  Array.from({ length: 2000 }, () => 'x'),
  { constructor: { prototype: {} }, length: 1 },
];

/** Bodies that are no JSON, or JSON of an unusual kind. */
export const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"',
  '1',
  '{"a":1}{"b":2}',
  '['.repeat(4000),
  '\ufeff{}',
  '\u0000',
] as const;

export const hostileText = (next: Chance): string => oneOf(TEXTS, next);

/** Texts that PostgreSQL cannot hold, or could take for something else. */
const ENDINGS = ['\u0000', '\ud800', "'", '\\', '%', '\u202e'] as const;

/** A valid body with one thing wrong somewhere in it: another value, a field less or a field more. */
export function spoil(valid: Json, next: Chance): Json {
  if (Array.isArray(valid) && valid.length > 0 && next() < 0.8) {
    const index = Math.floor(next() * valid.length);
    return valid.map((each, at) => (at === index ? spoil(each, next) : each));
  }
  if (valid !== null && typeof valid === 'object' && !Array.isArray(valid) && next() < 0.95) {
    const names = Object.keys(valid);
    if (names.length === 0 || next() < 0.1) return { ...valid, [hostileText(next)]: oneOf(VALUES, next) };
    const name = oneOf(names, next);
    const { [name]: chosen = null, ...rest } = valid;
    return next() < 0.2 ? rest : { ...rest, [name]: spoil(chosen, next) };
  }
  // Where any text is accepted, these values get further than one that is not a text.
  if (typeof valid === 'string' && next() < 0.4) return valid + oneOf(ENDINGS, next);
  return oneOf(VALUES, next);
}
