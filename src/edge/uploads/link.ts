import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { everySecret } from '../../platform/kit/secrets.ts';
import { Problem } from '../../platform/kit/errors.ts';

export const UPLOAD_LINK_MINUTES = 10;

/** The content of a link; its holder may upload one file. */
export interface LinkTicket {
  /** Unix seconds. */
  expires: string;
  signature: string;
}

/** The path and query of an upload link. */
export function signLink(config: Config, objectId: string, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1000) + UPLOAD_LINK_MINUTES * 60);
  const signature = sign(config.sessionSecret, objectId, expires).toString('base64url');
  return `${objectPath(objectId)}?expires=${expires}&signature=${signature}`;
}

/** @throws bad_signature */
export function checkLink(
  { config, now }: { config: Config; now: Date },
  objectId: string,
  ticket: LinkTicket,
): void {
  const given = Buffer.from(ticket.signature, 'base64url');
  const isOurs = everySecret(config).some((secret) => {
    const expected = sign(secret, objectId, ticket.expires);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) {
    throw new Problem('bad_signature', 'This upload link is not one of ours');
  }
  if (Number(ticket.expires) * 1000 <= now.getTime()) {
    throw new Problem('bad_signature', 'This upload link has expired');
  }
}

export const objectPath = (objectId: string): string => `/api/objects/${objectId}`;

const sign = (secret: string, objectId: string, expires: string): Buffer =>
  createHmac('sha256', secret).update(`upload\n${objectId}\n${expires}`).digest();
