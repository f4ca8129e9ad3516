import { passwordsAt } from '../../src/callers/passwords/passwords.ts';

const CHEAP = { memoryCost: 8, timeCost: 1 };

/** argon2id like the program's own, with its lowest cost: most of the tests' time was spent on hashing. */
export const cheapPasswords = passwordsAt({
  ...CHEAP,
  nobodysHash: Bun.password.hashSync('of nobody', { algorithm: 'argon2id', ...CHEAP }),
});
