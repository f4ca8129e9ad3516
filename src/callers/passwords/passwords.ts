import { randomBytes } from 'node:crypto';
import { NOBODYS_HASH } from '../../../db/data-map.ts';

/** How passwords are stored. It is a dependency, so that tests can use a cheaper hash. */
export interface Passwords {
  /** argon2id in PHC string format, each with its own salt. */
  hash(password: string): Promise<string>;
  /** Takes the same time whether the account exists (`hash` given) or not. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
}

/** The cost of one hash. */
interface Cost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  /**
   * The hash of a password that nobody has, at this cost, so that refusing an unknown address takes as long
   * as refusing a known one.
   */
  nobodysHash: string;
}

/** Makes and checks passwords at a given cost. */
export const passwordsAt = ({ memoryCost, timeCost, nobodysHash }: Cost): Passwords => ({
  hash: (password) => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost, timeCost }),
  verify: async (password, hash) => {
    const matches = await Bun.password.verify(password, hash ?? nobodysHash);
    return matches && hash !== undefined;
  },
});

/** OWASP's figures for argon2id: about 30 ms and 19 MiB for a hash, so that many sign-ins at once are possible. */
export const dearPasswords = passwordsAt({ memoryCost: 19_456, timeCost: 2, nobodysHash: NOBODYS_HASH });

/** A password for a person who has not chosen one: 120 bits, shown once. */
export const generatePassword = (): string => randomBytes(15).toString('base64url');
