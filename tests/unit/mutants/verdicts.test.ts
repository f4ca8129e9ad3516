import { expect, test } from 'bun:test';
import type { Mutant } from '../../mutants/mutant.ts';
import { complaints, sharesOf, type Verdict } from '../../mutants/verdicts.ts';

const file = 'src/money/ledger/post.ts';
const mutants = ['one', 'two', 'three', 'four'].map((id, line): Mutant => {
  return { id, file, line, operator: 'logic', start: 0, end: 1, before: 'a', put: 'b' };
});
const told = (...kinds: Verdict['kind'][]): Verdict[] =>
  kinds.map((kind, index) => ({ id: mutants[index]?.id ?? '', kind, by: '' }));
const before = (tried: number, caught: number) => ({ rooms: { ledger: { tried, caught } } });

test('a share is of those that were tried, without those with which no program can be read', () => {
  expect(sharesOf(mutants, told('caught', 'alive', 'broken')).ledger).toEqual({ tried: 2, caught: 1 });
  expect(sharesOf(mutants, told()).voice).toEqual({ tried: 0, caught: 0 });
});

test('a mutant that lives and is in no list is told', () => {
  expect(complaints(mutants, told('caught', 'alive'), { rooms: {} })).toEqual([
    'alive and in no list: two src/money/ledger/post.ts:1 logic: a → b',
  ]);
  expect(complaints(mutants, told('caught', 'broken'), { rooms: {} })).toEqual([]);
});

test('a share that has fallen is told, and one that has not is not', () => {
  const half = told('caught', 'caught', 'alive', 'alive');
  const fallen = 'the share of ledger has fallen to 2 of 4';
  expect(complaints(mutants, half, before(4, 3))).toContain(fallen);
  expect(complaints(mutants, half, before(100, 51))).toContain(fallen);
  expect(complaints(mutants, half, before(4, 2))).not.toContain(fallen);
  expect(complaints(mutants, half, before(100, 49))).not.toContain(fallen);
});
