import { join } from 'node:path';
import { checkNewPassword } from '../../../src/callers/passwords/check-new-password.ts';
import { PASSWORD_CHARACTERS } from '../../../src/callers/contract.ts';

/** Which passwords everybody tries first. */

const LIST = join(import.meta.dir, '../../../node_modules/common-password/lib/10k most common.txt');

function isRefused(password: string): boolean {
  try {
    checkNewPassword(password, { role: 'user' });
    return false;
  } catch {
    return true;
  }
}

test('each of the 10,000 most used ones is refused, in whatever letters', async () => {
  const list = (await Bun.file(LIST).text()).split(/\r?\n/).filter((line) => line !== '');
  expect(list).toHaveLength(10_000);
  const long = list.filter(({ length }) => length >= PASSWORD_CHARACTERS.least);
  expect(long.length).toBeGreaterThan(7000);
  for (const change of [String, (text: string) => text.toUpperCase()])
    expect(long.filter((password) => !isRefused(change(password)))).toEqual([]);
});

test.each([
  ...['abcdef', 'fedcba', 'uvwxyz', '654321', '890123', 'qwertyui', 'lkjhgf', 'ABCDEF', 'abcdefghijklmnop'],
  ...['aaaaaa', '000000000000', '121212', '1212121', 'xyxyxyx', 'abcabc', 'abcdabcdabcd', 'ÄÄÄÄÄÄ'],
])('a sequence or a repeat is refused: %s', (password) => {
  expect(isRefused(password)).toBe(true);
});

test.each(['kv9zq4', 'correct horse', 'abcdeg', 'a1b2c3d5', 'abcabd'])('another one is taken: %s', (password) => {
  expect(isRefused(password)).toBe(false);
});
