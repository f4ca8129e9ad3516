import { expect, test } from 'bun:test';
import type { Mutant } from '../../mutants/mutant.ts';
import { readErrors, roundsOf } from '../../mutants/types.ts';

const mutant = (id: string, file: string): Mutant => {
  return { id, file, line: 1, operator: 'logic', start: 0, end: 1, before: 'a', put: 'b' };
};

test('a round has one mutant of each file at most, and every mutant is in one', () => {
  const [a, b, c, d] = [mutant('a', 'x'), mutant('b', 'x'), mutant('c', 'y'), mutant('d', 'x')];
  expect(roundsOf([a, b, c, d])).toEqual([[a, c], [b], [d]]);
});

test('a name that is of no use any more is no wrong type', () => {
  const errors = readErrors(
    [
      "src/one.ts(3,10): error TS6133: 'x' is declared but its value is never read.",
      "src/two.ts(4,1): error TS2322: Type 'undefined' is not assignable to type 'string'.",
      '  a second line',
      'src/two.ts(9,1): error TS2339: Another.',
    ].join('\n'),
  );
  expect([...errors]).toEqual([
    ['src/two.ts', "TS2322 Type 'undefined' is not assignable to type 'string'."],
  ]);
});
