import { expect, test } from 'bun:test';
import { mutantsOf } from '../../mutants/make.ts';
import { type Known, patternOf, planFor, together } from '../../mutants/plan.ts';
import { marked, type Spot, spotOf } from '../../mutants/spots.ts';

const sourceOf = (text: string) => ({ path: 'src/money/ledger/some.ts', text });

/** The text with a mark at the spot of each of its mutants. */
function markedAll(text: string): string {
  const source = sourceOf(text);
  const spots = new Map<number, Spot>();
  for (const mutant of mutantsOf(source)) {
    const spot = spotOf(source, mutant);
    if (spot) spots.set(spot.start, spot);
  }
  return marked(source, [...spots.values()]).replace(/globalThis\.cameBy\?\.\('\w+'\)/g, 'M');
}

test.each([
  ['function f() { a(); return b < c; }', 'function f() { M; a(); M; return b < c; }'],
  ['const f = () => a < b;', 'const f = () => (M, a < b);'],
  ['const f = () => ({ a: true });', 'const f = () => (M, ({ a: true }));'],
  ['const f = () => g((x) => x && y);', 'const f = () => g((x) => (M, x && y));'],
  ['const f = (x) => a && g((y) => y < 1);', 'const f = (x) => (M, a && g((y) => (M, y < 1)));'],
  ['function f() { if (a) b(); }', 'function f() { M; if (a) b(); }'],
  ['function f(x) { switch (x) { case 1: a(); } }', 'function f(x) { switch (x) { case 1: M; a(); } }'],
  ['const x = a < b;', 'const x = a < b;'],
  ['function f() { return prepared((p) => a < b); }', 'function f() { return prepared((p) => a < b); }'],
])('%s is marked where a test comes by its mutants', (text, expected) => {
  expect(markedAll(text)).toBe(expected);
});

test('a spot keeps its name when other lines change', () => {
  const nameIn = (text: string) => {
    const mutant = mutantsOf(sourceOf(text)).find(({ before }) => before === '<');
    return mutant && spotOf(sourceOf(text), mutant)?.name;
  };
  const name = nameIn('function f() { return a < b; }');
  expect(name).toBeString();
  expect(nameIn('const x = 1;\nfunction f() {\n  g();\n  return a < b;\n}')).toBe(name ?? '');
  expect(nameIn('function f() { return a < c; }')).not.toBe(name ?? '');
});

const text = 'function f() { return a < b; }\nfunction g() { return c > d; }';
const [less, more] = mutantsOf(sourceOf(text)).filter(({ operator }) => operator === 'boundary');
if (!less || !more) throw new Error('there are two boundaries');
const [spot = '', other = ''] = [less, more].map((mutant) => spotOf(sourceOf(text), mutant)?.name ?? '');

const reaches = {
  'api/wide': {
    ms: 900,
    before: [other],
    tests: [
      { name: 'one', ms: 20, spots: [spot, 'x', 'y'] },
      { name: 'two', ms: 30, spots: ['z'] },
    ],
  },
  'unit/narrow': { ms: 10, before: [], tests: [{ name: 'sums (a+b)', ms: 5, spots: [spot] }] },
  'ledger/post': { ms: 800, before: [], tests: [{ name: 'posts', ms: 5, spots: [spot, 'x', 'y', 'z'] }] },
  'api/elsewhere': { ms: 10, before: ['x'], tests: [{ name: 'other', ms: 5, spots: ['y'] }] },
};
const filesOf = (known: Known, mutant = less) =>
  planFor(sourceOf(text), mutant, known).map(({ file, names }) => [file, ...names]);

test('tests that come by are run, of the whole file first, and others only where they are named', () => {
  const files = filesOf({ reaches });
  expect(files.slice(0, 2)).toEqual([
    ['api/wide', 'one'],
    ['ledger/post', 'posts'],
  ]);
  expect(filesOf({ reaches, again: true })).toContainEqual(['unit/narrow', 'sums (a+b)']);
  expect(files).not.toContainEqual(['api/elsewhere', 'other']);
});

test('one that has lived meets more tests', () => {
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `api/file${index}`,
      { ms: 10, before: [], tests: [{ name: 'some', ms: 5, spots: [spot] }] },
    ]),
  );
  expect(filesOf({ reaches: many })).toHaveLength(8);
  expect(filesOf({ reaches: many, again: true }).length).toBeGreaterThan(18);
});

test('where nothing was recorded, the named files are run whole', () => {
  const files = filesOf({ reaches: {} });
  expect(files[0]).toEqual(['ledger/post']);
  expect(files.length).toBeGreaterThan(3);
});

test('a pattern takes the tests and no others, and few files begin', () => {
  const steps = [['posts'], ['sums (a+b)'], ['one']].map((names) => ({ file: 'api/some', names, ms: 1 }));
  const pattern = new RegExp(patternOf(steps) ?? '');
  for (const name of ['posts', 'group sums (a+b)', 'one']) expect(pattern.test(name)).toBe(true);
  for (const name of ['sums aab', 'posts again', 'two']) expect(pattern.test(name)).toBe(false);
  expect(patternOf([...steps, { file: 'api/all', names: [], ms: 1 }])).toBeUndefined();
  expect(together(steps).map(({ length }) => length)).toEqual([1, 2]);
});
