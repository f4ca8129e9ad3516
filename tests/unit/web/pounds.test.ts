import { comparePounds, multiplyPounds, subtractPounds } from '../../../web/lib/pounds.ts';

test('multiplyPounds is exact where floats are not', () => {
  expect(multiplyPounds('0.03', 3)).toBe('0.0900');
  expect(multiplyPounds('0.0325', 100_000)).toBe('3250.0000');
});

test('subtractPounds goes below zero', () => {
  expect(subtractPounds('0.0900', '0.0600')).toBe('0.0300');
  expect(subtractPounds('0.03', '10')).toBe('-9.9700');
  expect(subtractPounds('-1.50', '-2')).toBe('0.5000');
});

test('comparePounds compares values, not texts', () => {
  expect(comparePounds('100.00', '99.99')).toBeGreaterThan(0);
  expect(comparePounds('0.00', '0.0000')).toBe(0);
  expect(comparePounds('-5.00', '0')).toBeLessThan(0);
});
