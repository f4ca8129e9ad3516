import { checkAmount, wholePounds } from '../../../web/features/payments/check-amount.ts';

test.each([
  ['50', '50.00', undefined],
  ['19.99', '20.00', 'The minimum amount is £20'],
  ['20', '20.00', undefined],
  ['74.5', '75.50', 'The minimum amount is £75.50'],
  ['1000000', '50.00', undefined],
  ['1000000.01', '50.00', 'The maximum amount is £1,000,000'],
  ['ten', '50.00', 'Amount must be a positive number of pounds with at most 2 decimals'],
  ['1.234', '1.00', 'Amount must be a positive number of pounds with at most 2 decimals'],
])('%j of at least %s: %p', (amount, minimum, fault) => {
  expect(checkAmount(amount, minimum)).toBe(fault);
});

test('pence are named where there are some', () => {
  expect(wholePounds('50.00')).toBe('£50');
  expect(wholePounds('50.50')).toBe('£50.50');
});
