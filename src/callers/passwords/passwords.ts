import { randomBytes } from 'node:crypto';

/** OWASP's figures for argon2id: about 30 ms and 19 MiB a hash, so that a burst of sign-ins is bearable. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** Of a password that nobody has: an unknown e-mail address takes as long to refuse as a known one. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$0zCVrMci8gYs+O6NauGP9AI/buC95ukhTipBNLKofcg$B128qwLpvuMzLFFPDV485nK6I6JbqT3ESNamYW5oJFY';

/** argon2id, in PHC string format. */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, ARGON2ID);

/** Takes the same time whether the account exists (`hash` given) or not. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const matches = await Bun.password.verify(password, hash ?? NOBODYS_HASH);
  return matches && hash !== undefined;
}

/** A password for somebody who has not chosen one: 120 bits, to be shown once. */
export const generatePassword = (): string => randomBytes(15).toString('base64url');
