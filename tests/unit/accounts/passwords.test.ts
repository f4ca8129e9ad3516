import { NOBODYS_HASH } from '../../../db/data-map.ts';
import { dearPasswords, generatePassword } from '../../../src/callers/passwords/passwords.ts';
import { openDeps } from '../../../src/deps.ts';
import { readConfig } from '../../../src/config.ts';
import { createDatabase } from '../../kit/cluster.ts';

/** The part of a PHC string that says how much work a hash is. */
const work = (hash: string) => hash.split('$').slice(0, 4).join('$');

test('a password is kept as argon2id, with a salt of its own', async () => {
  const [first, second] = await Promise.all([dearPasswords.hash('secret'), dearPasswords.hash('secret')]);
  expect(first).toStartWith('$argon2id$');
  expect(first).not.toBe(second);
  expect(await dearPasswords.verify('secret', first)).toBe(true);
  expect(await dearPasswords.verify('Secret', first)).toBe(false);
});

test('the program itself hashes as dear as OWASP asks for, whatever its settings say', async () => {
  const database = await createDatabase();
  const { deps, close } = await openDeps(
    readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', NODE_ENV: 'test' }),
    database.url,
  );
  try {
    expect(work(await deps.passwords.hash('secret'))).toBe('$argon2id$v=19$m=19456,t=2,p=1');
  } finally {
    await deps.bus.stop();
    await close();
    await database.drop();
  }
});

test('refusing an unknown account is as much work as refusing a known one', async () => {
  expect(work(NOBODYS_HASH)).toBe(work(await dearPasswords.hash('secret')));
  expect(await dearPasswords.verify('secret', undefined)).toBe(false);
});

test('a generated password is long and never the same', () => {
  const made = new Set(Array.from({ length: 100 }, generatePassword));
  expect(made.size).toBe(100);
  for (const password of made) expect(password).toMatch(/^[\w-]{20}$/);
});
