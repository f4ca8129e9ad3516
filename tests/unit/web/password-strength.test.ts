import { passwordStrength } from '../../../web/ui/password-strength.tsx';

test.each([
  ['', 0],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 0],
  ['abcdefghijklmnop', 0],
  ['1234567890', 0],
  ['987654321', 0],
  ['password1', 0],
  ['Qwertyuiop', 0],
  ['abababababab', 0],
  ['kitchen', 1],
  ['Sommer2026', 2],
  ['gT7#kw9Q', 2],
  ['vZ8!mQ2$xR', 3],
  ['correct horse battery staple', 4],
  ['vZ8!mQ2$xR5&', 4],
] as const)('%p is rated %p', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test('every letter more makes a random password no weaker', () => {
  const letters = 'x7Rk!q2Wv9#bLz4T$mN8';
  const rated = Array.from(letters, (_, end) => passwordStrength(letters.slice(0, end + 1)));
  expect(rated).toEqual(rated.toSorted());
  expect(rated.at(-1)).toBe(4);
});
