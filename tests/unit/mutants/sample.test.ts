import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../../mutants/place.ts';
import { mutantsOf } from '../../mutants/make.ts';
import { ROOM_NAMES, roomOf, sourcesOfRooms } from '../../mutants/rooms.ts';
import { chosen } from '../../mutants/sample.ts';
import { testsOf } from '../../mutants/tests.ts';

const ROOT = join(import.meta.dir, '../../..');

const ALL = sourcesOfRooms().flatMap(mutantsOf);
const wish = { seed: '1', sample: 60, paths: [] };

test('a sample has as many of each room, and is the same for the same seed', () => {
  const sample = chosen(ALL, wish);
  for (const room of ROOM_NAMES) expect(sample.filter(({ file }) => roomOf(file) === room)).toHaveLength(10);
  expect(chosen(ALL.toReversed(), wish)).toEqual(sample);
  expect(chosen(ALL, { ...wish, seed: '2' })).not.toEqual(sample);
});

test('a larger sample has the smaller one in it, so that a new line replaces no other', () => {
  const larger = new Set(chosen(ALL, { ...wish, sample: 120 }).map(({ id }) => id));
  expect(chosen(ALL, wish).filter(({ id }) => !larger.has(id))).toEqual([]);
});

test('no two mutants have one id, and every mutant is in a file that is changed', () => {
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  expect(ALL.length).toBeGreaterThan(3000);
  expect(ALL.filter(({ file }) => roomOf(file) === undefined)).toEqual([]);
});

test('only some files, or one by its id', () => {
  const ledger = chosen(ALL, { ...wish, paths: ['ledger/post'] });
  expect(new Set(ledger.map(({ file }) => file))).toEqual(new Set(['src/money/ledger/post.ts']));
  for (const { id } of ledger.slice(0, 1)) {
    expect(chosen(ALL, { ...wish, paths: [id] }).map((mutant) => mutant.id)).toEqual([id]);
  }
});

test('every file that is changed has tests that should notice it, and they are there', () => {
  const files = [...new Set(ALL.map(({ file }) => file))];
  expect(files.filter((file) => testsOf(file).length === 0)).toEqual([]);
  const asked = new Set(files.flatMap(testsOf));
  expect([...asked].filter((test) => !existsSync(join(ROOT, pathOf(test))))).toEqual([]);
});
