import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { everySecret, type Secrets } from './secrets.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The purpose of the sealed text. Each purpose has its own key, so that a sealed text is useless elsewhere. */
interface Place {
  purpose: string;
  /** The row that owns it: in another row it cannot be opened. */
  ownerId: string;
}

const keyOf = (secret: string, { purpose }: Place): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'topline', purpose, 32));

/** Encrypts a text for the database (AES-256-GCM), bound to its purpose and owner. */
export function seal({ sessionSecret }: Pick<Secrets, 'sessionSecret'>, place: Place, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(sessionSecret, place), iv);
  cipher.setAAD(Buffer.from(place.ownerId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text that `seal` was given; null where it was sealed with an unknown secret, or for another row or purpose. */
export function unseal(secrets: Secrets, place: Place, sealed: string): string | null {
  for (const secret of everySecret(secrets)) {
    const opened = openWith(secret, place, sealed);
    if (opened !== null) return opened;
  }
  return null;
}

/** Whether it was sealed with the present secret. */
export const isSealedNow = (
  { sessionSecret }: Pick<Secrets, 'sessionSecret'>,
  place: Place,
  sealed: string,
): boolean => openWith(sessionSecret, place, sealed) !== null;

function openWith(secret: string, place: Place, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, place), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place.ownerId)).setAuthTag(tag);
    const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return null;
  }
}
