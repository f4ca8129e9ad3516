import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../../mutants/place.ts';
import { mutantsOf } from '../../mutants/make.ts';
import { roomOf, sourcesOfRooms } from '../../mutants/rooms.ts';
import { testsOf } from '../../mutants/tests.ts';

const ROOT = join(import.meta.dir, '../../..');

const ALL = sourcesOfRooms().flatMap(mutantsOf);

test('no two mutants have one id, and every mutant is in a file that is changed', () => {
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  expect(ALL.length).toBeGreaterThan(3000);
  expect(ALL.filter(({ file }) => roomOf(file) === undefined)).toEqual([]);
});

test('every file that is changed has tests that should notice it, and they are there', () => {
  const files = [...new Set(ALL.map(({ file }) => file))];
  expect(files.filter((file) => testsOf(file).length === 0)).toEqual([]);
  const asked = new Set(files.flatMap(testsOf));
  expect([...asked].filter((test) => !existsSync(join(ROOT, pathOf(test))))).toEqual([]);
});
