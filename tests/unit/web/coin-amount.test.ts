import { atomicUnits, withoutTrailingZeros } from '../../../src/shared/coin-amount.ts';

describe('atomicUnits', () => {
  test.each([
    ['2.01400000', 18, '2014000000000000000'],
    ['127.00000000', 6, '127000000'],
    ['0.00180000', 8, '180000'],
    ['0.00000001', 6, '1'],
    ['1.00000100', 6, '1000001'],
    ['1.00000101', 6, '1000002'],
    ['7', 2, '700'],
  ])('%s with %d places is %s', (amount, decimals, units) => {
    expect(atomicUnits(amount, decimals)).toBe(units);
  });

  test('throws on what is not an amount', () => {
    expect(() => atomicUnits('1e3', 6)).toThrow(TypeError);
  });
});

test('withoutTrailingZeros keeps the zeros of whole numbers', () => {
  expect(['0.00180000', '127.00000000', '100', '0.5'].map(withoutTrailingZeros)).toEqual([
    '0.0018',
    '127',
    '100',
    '0.5',
  ]);
});
