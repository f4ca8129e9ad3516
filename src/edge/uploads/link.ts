import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { everySecret } from '../../platform/kit/secrets.ts';
import { Problem } from '../../platform/kit/errors.ts';
import type { UploadKind } from './contract.ts';

export const UPLOAD_LINK_MINUTES = 10;

/** The content of a link; its holder may upload one file. */
export interface LinkTicket {
  /** Unix seconds. */
  expires: string;
  signature: string;
  kind: UploadKind;
}

/** The path and query of an upload link. A link for a receipt does not name what it is for. */
export function signLink(
  { config, now }: { config: Config; now: Date },
  { objectId, kind }: { objectId: string; kind: UploadKind },
): string {
  const expires = String(Math.floor(now.getTime() / 1000) + UPLOAD_LINK_MINUTES * 60);
  const signature = sign(config.sessionSecret, objectId, { expires, kind }).toString('base64url');
  const more = kind === 'receipt' ? '' : `&kind=${kind}`;
  return `${objectPath(objectId)}?expires=${expires}&signature=${signature}${more}`;
}

/** @throws bad_signature */
export function checkLink({ config, now }: { config: Config; now: Date }, objectId: string, ticket: LinkTicket): void {
  const given = Buffer.from(ticket.signature, 'base64url');
  const isOurs = everySecret(config).some((secret) => {
    const expected = sign(secret, objectId, ticket);
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

/** The id of the upload at a path that `objectPath` made. */
export const idOfUpload = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function sign(secret: string, objectId: string, { expires, kind }: Omit<LinkTicket, 'signature'>): Buffer {
  const text = ['upload', objectId, expires, ...(kind === 'receipt' ? [] : [kind])].join('\n');
  return createHmac('sha256', secret).update(text).digest();
}
