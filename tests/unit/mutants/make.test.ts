import { expect, test } from 'bun:test';
import { mutantsOf } from '../../mutants/make.ts';
import { applied, oneLine } from '../../mutants/mutant.ts';

/** What each mutant makes of a text, on one line. */
const made = (text: string): string[] =>
  mutantsOf({ path: 'src/money/ledger/some.ts', text }).map((mutant) => oneLine(applied(text, mutant)));

const changes = (text: string): string[] =>
  mutantsOf({ path: 'src/money/ledger/some.ts', text }).map(
    ({ operator, before, put }) => `${operator}: ${before} → ${oneLine(put)}`,
  );

test.each([
  ['if (a) b;', ['if (!(a)) b;']],
  ['const x = a ? b : c;', ['const x = !(a) ? b : c;']],
  ['if (a === b) c;', ['if (a !== b) c;']],
  ['const x = a && (b || c);', ['const x = a || (b || c);', 'const x = a && (b && c);']],
  ['const x = a < b;', ['const x = a <= b;']],
  ['const x = (a) >= b;', ['const x = (a) > b;']],
  ['const x = a - b * c;', ['const x = a + b * c;', 'const x = a - b / c;']],
  ['const x = add(a, negate(b));', ['const x = a;', 'const x = add(a, b);']],
  ['const x = true;', ['const x = false;']],
  ['await save(a);', [';']],
  ['a.total = 1;', [';']],
  ['if (a) throw refused();', ['if (!(a)) throw refused();', 'if (a) ;']],
  ['function f() { return g(); }', ['function f() { return undefined; }']],
  ["function f() { return 'a'; }", []],
])('%s', (text, expected) => {
  expect(made(text)).toEqual(expected);
});

test.each([
  ["const x = 'a' + b + `c`;", 'texts are not subtracted'],
  ["deps.log.error({ error }, 'it failed');", 'a line of the log'],
  ["throw new Error('an account is gone');", 'an error of the program itself'],
  ["type X = { status: 'pending'; isNew: true };", 'types say nothing while the program runs'],
  ["import { a } from 'verified';", 'an import'],
  ["const x = new Problem('failed');", 'the code of a refusal'],
])('%s has no mutant: %s', (text) => {
  expect(made(text)).toEqual([]);
});

test('conditions of the query builder are taken away one by one', () => {
  expect(made('db.update(t).where(and(eq(a, b), eq(c, d), isNull(e)));')).toEqual([
    ';',
    'db.update(t).where(and(eq(c, d), isNull(e)));',
    'db.update(t).where(and(eq(a, b), isNull(e)));',
    'db.update(t).where(and(eq(a, b), eq(c, d)));',
  ]);
  expect(made('const q = db.select().from(t).where(eq(a, b));')).toEqual(['const q = db.select().from(t);']);
  expect(made("const q = db.select().from(t).for('update');")).toEqual(['const q = db.select().from(t);']);
});

test('conditions in SQL are taken away one by one, up to the end of each', () => {
  const text = 'const q = sql`select 1 from t where a = ${f({ b: 1 })} and c between 1 and 2 and d limit 1`;';
  expect(changes(text)).toEqual([
    'where: a = ${f({ b: 1 })} → true',
    'where: and c between 1 and 2 → ',
    'where: and d → ',
  ]);
});

test('a condition in brackets ends with them, and one within goes by itself', () => {
  const text = 'const q = sql`select (a = 1 or b = 2), exists (select from t where c and (d or e)) as f`;';
  expect(changes(text)).toEqual([
    'where: or b = 2 → ',
    'where: c → true',
    'where: and (d or e) → ',
    'where: or e → ',
  ]);
});

test('`is distinct from` and `case` do not end a condition too early or too late', () => {
  const text = 'const q = sql`update t set a = case when b and c is distinct from d then 1 end where e`;';
  expect(changes(text)).toEqual(['where: and c is distinct from d → ', 'where: e → true']);
});

test('boundaries, sums, locks and states in SQL are changed, and what stands in its values is not', () => {
  const text =
    "const q = sql`select a + 1 from t where b <= ${c < 2 ? 1 : 3} for update skip locked -- and\n`; f('pending', 'verified');";
  expect(changes(text)).toEqual([
    'arithmetic: + → -',
    'where: b <= ${c < 2 ? 1 : 3} → true',
    'boundary: <= → <',
    'condition: c < 2 → !(c < 2)',
    'boundary: < → <=',
    'lock: for update skip locked → ',
    "statement: f('pending', 'verified'); → ;",
    "state: 'pending' → 'verified'",
    "state: 'verified' → 'failed'",
  ]);
});

test('a state is exchanged for another of the list of which the file says most', () => {
  const put = (text: string) => mutantsOf({ path: 'src/a.ts', text }).map((mutant) => mutant.put);
  expect(put("const x = ['queued', 'dialing', 'ringing'];")).toEqual([
    "'dialing'",
    "'ringing'",
    "'in-progress'",
  ]);
  expect(put("const x = ['queued', 'sent', 'opted_out'];")).toEqual(["'sent'", "'delivered'", "'queued'"]);
  expect(put("const x = { pending: 'no state of any list' };")).toEqual([]);
});

test('an id stays when other lines move or change, and two equal lines have two', () => {
  const before = mutantsOf({ path: 'src/a.ts', text: 'a();\na();\nif (b) c();' });
  const after = mutantsOf({ path: 'src/a.ts', text: 'const x = 1 < 2;\n\na();\na();\nif (b)   c();' });
  const ids = before.map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  expect(after.slice(1).map(({ id }) => id)).toEqual(ids);
  expect(after.map(({ line }) => line)).toEqual([1, 3, 4, 5, 5]);
});
