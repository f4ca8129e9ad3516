import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '../platform/kit/errors.ts';
import type { Config } from './config.ts';

/** Tells whether a request shows SIP_PROXY_TOKEN as its bearer token. Without that setting no SIP edge may ask. */
export function isFromEdge({ sipProxyToken }: Pick<Config, 'sipProxyToken'>, { headers }: Request): boolean {
  const [scheme, given] = (headers.get('authorization') ?? '').split(' ');
  if (sipProxyToken === null || given === undefined || scheme?.toLowerCase() !== 'bearer') return false;
  return isSame(given, sipProxyToken);
}

/** Lets only a SIP edge of ours ask. @throws not_signed_in */
export function requireEdge(config: Pick<Config, 'sipProxyToken'>, request: Request): void {
  if (isFromEdge(config, request)) return;
  throw new Problem('not_signed_in', 'This needs the SIP_PROXY_TOKEN as a bearer token');
}

/** It takes the same time for any difference; both hashes have the same length, which the comparison needs. */
export const isSame = (given: string, expected: string): boolean => timingSafeEqual(sha256(given), sha256(expected));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
