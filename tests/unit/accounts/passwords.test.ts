import { expect, test } from 'bun:test';
import {
  generatePassword,
  hashPassword,
  NOBODYS_HASH,
  verifyPassword,
} from '../../../src/callers/passwords/passwords.ts';

/** The part of a PHC string that says how much work a hash is. */
const work = (hash: string) => hash.split('$').slice(0, 4).join('$');

test('a password is kept as argon2id, with a salt of its own', async () => {
  const [first, second] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
  expect(first).toStartWith('$argon2id$');
  expect(first).not.toBe(second);
  expect(await verifyPassword('secret', first)).toBe(true);
  expect(await verifyPassword('Secret', first)).toBe(false);
});

test('refusing an unknown account is as much work as refusing a known one', async () => {
  expect(work(NOBODYS_HASH)).toBe(work(await hashPassword('secret')));
  expect(await verifyPassword('secret', undefined)).toBe(false);
});

test('a generated password is long and never the same', () => {
  const made = new Set(Array.from({ length: 100 }, generatePassword));
  expect(made.size).toBe(100);
  for (const password of made) expect(password).toMatch(/^[\w-]{20}$/);
});
