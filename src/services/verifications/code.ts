import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { seal, unseal } from '../../platform/kit/seal.ts';
import { VERIFICATION_CODE } from '../senders/code-text.ts';
import { everySecret, type Secrets } from '../../platform/kit/secrets.ts';

/**
 * The stored value that a code is compared with: without the program's secret, somebody could find six digits
 * from it at once.
 */
export function hashCode({ sessionSecret }: Pick<Secrets, 'sessionSecret'>, id: string, code: string): string {
  return hashWith(sessionSecret, id, code).toString('base64url');
}

/** Tells whether a code is the one that was hashed, in the same time whatever it is. */
export function isCode(secrets: Secrets, id: string, { hash, code }: { hash: string; code: string }): boolean {
  const stored = Buffer.from(hash, 'base64url');
  const made = everySecret(secrets).map((secret) => hashWith(secret, id, code));
  return made.filter((each) => each.length === stored.length && timingSafeEqual(each, stored)).length > 0;
}

function hashWith(secret: string, id: string, code: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'topline', VERIFICATION_CODE, 32));
  return createHmac('sha256', key).update(`${id}:${code}`).digest();
}

export const sealCode = (secrets: Pick<Secrets, 'sessionSecret'>, id: string, code: string): string =>
  seal(secrets, { purpose: VERIFICATION_CODE, ownerId: id }, code);

/** Null where it was sealed with a secret that is not known any more. */
export const unsealCode = (secrets: Secrets, id: string, sealed: string | null): string | null =>
  sealed === null ? null : unseal(secrets, { purpose: VERIFICATION_CODE, ownerId: id }, sealed);
