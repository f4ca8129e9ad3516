import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../platform/kit/errors.ts';

/**
 * Lets only a SIP proxy of ours ask.
 * @param token SIP_PROXY_TOKEN; null: nobody may ask
 * @throws not_signed_in
 */
export function requireProxy(token: string | null, authorization: string | null): void {
  const [scheme, given] = (authorization ?? '').split(' ');
  if (token !== null && given !== undefined && scheme?.toLowerCase() === 'bearer' && isSame(given, token))
    return;
  throw new Problem('not_signed_in', 'This needs the SIP_PROXY_TOKEN as a bearer token');
}

/** It takes the same time for any difference; both hashes have the same length, which the comparison needs. */
export const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
