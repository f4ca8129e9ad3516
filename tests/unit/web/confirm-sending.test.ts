import { wantsConfirmation } from '../../../web/ui/confirm-sending.tsx';

test.each([
  [1, '10.00', false],
  [1, '10.0001', true],
  [1, '9.9999', false],
  [1, '100.00', true],
  [100, '3.00', false],
  [101, '3.03', true],
])('a message to %p for £%s is asked about: %p', (recipients, price, isAsked) => {
  expect(wantsConfirmation(recipients, price)).toBe(isAsked);
});
