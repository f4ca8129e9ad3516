import { sameHash } from '../../../web/features/admin/payments/queue/same-hash.ts';

test.each([
  ['ABCDEF01', 'abcdef01', true],
  ['0xABCDEF01', ' abcdef01 ', true],
  ['abcdef01', 'abcdef02', false],
  ['5VERv8NMvzbJ', '5verv8nmvzbj', false],
  ['5VERv8NMvzbJ', '5VERv8NMvzbJ\n', true],
])('%p and %p', (a, b, same) => {
  expect(sameHash(a, b)).toBe(same);
});
