import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { everySecret, type Secrets } from './secrets.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Every sealed text begins with this. */
const MARK = 'sealed:';

export const isSealed = (text: string): boolean => text.startsWith(MARK);

/** The purpose of the sealed text. Each purpose has its own key, so that a sealed text is useless elsewhere. */
interface Place {
  purpose: string;
  /** The row that owns it: in another row it cannot be opened. */
  ownerId: string;
}

/** There are few secrets and purposes, and each call that comes in opens something. */
const keys = new Map<string, Buffer>();

function keyOf(secret: string, { purpose }: Place): Buffer {
  const name = `${purpose} ${secret}`;
  const key = keys.get(name) ?? Buffer.from(hkdfSync('sha256', secret, 'topline', purpose, 32));
  keys.set(name, key);
  return key;
}

/**
 * Encrypts a text for the database (AES-256-GCM), bound to its purpose and owner. What must be read again, and would
 * be of use to who reads the database, is stored by this alone; what is only compared is hashed.
 */
export function seal({ sessionSecret }: Pick<Secrets, 'sessionSecret'>, place: Place, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(sessionSecret, place), iv);
  cipher.setAAD(Buffer.from(place.ownerId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return MARK + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text that `seal` was given; null where it was sealed with an unknown secret, or for another row or purpose. */
export function unseal(secrets: Secrets, place: Place, sealed: string): string | null {
  for (const secret of everySecret(secrets)) {
    const opened = openWith(secret, place, sealed);
    if (opened !== null) return opened;
  }
  return null;
}

/** The same text sealed with the present secret. It stays as it is if it was, or if nothing opens it any more. */
export function resealed(secrets: Secrets, place: Place, sealed: string): string {
  if (openWith(secrets.sessionSecret, place, sealed) !== null) return sealed;
  const text = unseal(secrets, place, sealed);
  return text === null ? sealed : seal(secrets, place, text);
}

function openWith(secret: string, place: Place, sealed: string): string | null {
  if (!isSealed(sealed)) return null;
  const bytes = Buffer.from(sealed.slice(MARK.length), 'base64url');
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
