import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key for this purpose alone, so that nothing sealed here is worth anything elsewhere. */
const keyOf = ({ sessionSecret }: Pick<Config, 'sessionSecret'>): Buffer =>
  Buffer.from(hkdfSync('sha256', sessionSecret, 'topline', 'second factor secrets', 32));

/** Encrypts a secret for the database (AES-256-GCM), bound to its owner: another account's row is no use. */
export function seal(config: Pick<Config, 'sessionSecret'>, ownerId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), iv).setAAD(Buffer.from(ownerId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** What `seal` was given; null where it was sealed with another secret or for somebody else. */
export function unseal(
  config: Pick<Config, 'sessionSecret'>,
  ownerId: string,
  sealed: string,
): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(config), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(ownerId)).setAuthTag(tag);
    const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return null;
  }
}
