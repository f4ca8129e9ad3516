import { COINS } from '../../../src/money/payments/catalogue.ts';
import { csvPath, isNoAmount, queryOf } from '../../../web/features/admin/payments/history/payment-filters.ts';
import { HASHES } from '../../kit/hashes.ts';

test.each(COINS)('the explorer’s link of a payment in $id is searched by its hash', ({ id, explorer }) => {
  const find = ` ${explorer(HASHES[id])} `;
  expect(queryOf('decided', { find }).search).toBe(HASHES[id]);
  expect(csvPath('decided', { find })).toBe(`/api/admin/payments.csv?search=${HASHES[id]}`);
});

test.each([
  ['abc', true],
  ['1,000', true],
  ['-5', true],
  ['1.234', true],
  ['1000', false],
  [' 49.50 ', false],
  ['', false],
  [undefined, false],
])('%p as an amount is told to be none: %p', (typed, isTold) => {
  expect(isNoAmount(typed)).toBe(isTold);
  expect(queryOf('decided', { min: typed }).from).toBe(isTold ? undefined : typed?.trim() || undefined);
});
