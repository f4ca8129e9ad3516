import { expect, test } from 'bun:test';
import type { Mutant } from '../../mutants/mutant.ts';
import { unexpected, type Verdict } from '../../mutants/verdicts.ts';

const file = 'src/money/ledger/post.ts';
const mutants = ['one', 'two', 'three'].map((id, line): Mutant => {
  return { id, file, line, operator: 'logic', start: 0, end: 1, before: 'a', put: 'b' };
});
const told = (...kinds: Verdict['kind'][]): Verdict[] =>
  kinds.map((kind, index) => ({ id: mutants[index]?.id ?? '', kind, by: '' }));

test('a mutant that lives and is in no list is told', () => {
  expect(unexpected(mutants, told('caught', 'alive', 'broken'))).toEqual([
    'alive and in no list: two src/money/ledger/post.ts:1 logic: a → b',
  ]);
  expect(unexpected(mutants, told('caught', 'broken'))).toEqual([]);
});
