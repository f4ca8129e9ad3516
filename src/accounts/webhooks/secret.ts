import { randomBytes } from 'node:crypto';

/** A new signing secret: 256 bits, with a prefix that tells a reader (and a scanner for leaks) what it is. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;
