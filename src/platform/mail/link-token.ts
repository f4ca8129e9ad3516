import { createHmac, timingSafeEqual } from 'node:crypto';
import { everySecret, type Secrets } from '../kit/secrets.ts';

const ID_BYTES = 16;

/**
 * The token in a mail's link: the id of a `mail_links` row, signed. It is made when the mail is sent and is
 * stored nowhere, so that reading the database is not enough to open an account.
 */
export function signLinkId(config: Pick<Secrets, 'sessionSecret'>, linkId: string): string {
  const id = Buffer.from(linkId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, sign(config.sessionSecret, id)]).toString('base64url');
}

/** The id in a link, or null where we did not sign it. */
export function readLinkId(config: Secrets, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, ID_BYTES);
  const given = bytes.subarray(ID_BYTES);
  const isOurs = everySecret(config).some((secret) => {
    const expected = sign(secret, id);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) return null;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const sign = (secret: string, id: Uint8Array): Buffer =>
  createHmac('sha256', secret).update('mail link\n').update(id).digest();
