import { describe, expect, test } from 'bun:test';
import {
  atomicUnits,
  coinAmount,
  withoutTrailingZeros,
} from '../../../web/features/billing/coin-amount.ts';

describe('coinAmount', () => {
  test.each([
    ['100', '0.000018', '0.00180000'],
    ['100', '1.27', '127.00000000'],
    ['99.99', '0.016', '1.59984000'],
    ['250', '0.26', '65.00000000'],
    // 0.1 × 3 is 0.30000000000000004 in floats.
    ['0.10', '3', '0.30000000'],
    ['1000000.00', '0.000018', '18.00000000'],
    ['99999999.99', '123456.12345678', '12345612344443.43876544'],
  ])('£%s at %s is %s', (pounds, rate, coin) => {
    expect(coinAmount(pounds, rate)).toBe(coin);
  });

  test('what 8 places cannot hold counts up, so that a payment never falls short', () => {
    expect(coinAmount('0.01', '0.0000001')).toBe('0.00000001');
  });

  test.each(['', '.', '1.', '-5', '1e3', ' 5', 'abc'])('%p is no amount', (typed) => {
    expect(coinAmount(typed, '1.27')).toBeNull();
  });
});

describe('atomicUnits', () => {
  test.each([
    ['2.01400000', 18, '2014000000000000000'],
    ['127.00000000', 6, '127000000'],
    ['0.00180000', 8, '180000'],
    ['0.00000001', 6, '1'],
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
