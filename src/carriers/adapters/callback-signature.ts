import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/kit/clock.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { everySecret } from '../../platform/kit/secrets.ts';
import type { CarrierHost } from '../port.ts';

export const badSignature = (): Problem =>
  new Problem('bad_signature', 'This report does not carry a valid signature of its carrier');

/** Compares in a time that does not depend on how much of the two is equal. */
export function sameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Tells whether a moment is at most this far from now, in either direction.
 * @param seconds since 1970, as text; anything that is not a number is not fresh
 */
export function isFresh(clock: Clock, seconds: string, withinSeconds: number): boolean {
  if (!/^\d{1,12}$/.test(seconds)) return false;
  return Math.abs(clock.now().getTime() / 1000 - Number(seconds)) <= withinSeconds;
}

/**
 * The time from which `isFresh` says no.
 * @param seconds since 1970, for which it has said yes
 */
export const staleAt = (seconds: string | null, withinSeconds: number): Date =>
  new Date((Number(seconds) + withinSeconds + 1) * 1000);

const STAMP = 'stamp';
const REFERENCE = 'reference';

/** For this long after a send a carrier may still report about it. */
const REPORTS_WITHIN_SECONDS = 7 * 86_400;

/**
 * The address to which a carrier is told to report. It contains what the report itself cannot say: which send
 * it is about, even if the answer to the send was lost, and when that send was.
 */
export function stampedUrl(callbackUrl: string, clock: Clock, reference: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set(REFERENCE, reference);
  url.searchParams.set(STAMP, String(Math.floor(clock.now().getTime() / 1000)));
  return url.href;
}

/** The content of a callback's address. */
export interface Stamp {
  /** Our id of the message or call. */
  reference: string;
  /** From this time on the callback is refused as too old. */
  staleAt: Date;
}

/**
 * Reads the stamp that `stampedUrl` put into an address whose signature has been checked.
 * @returns null if it is stale or was not stamped by us
 */
export function readStamp(url: string | null | undefined, clock: Clock): Stamp | null {
  if (!url || !URL.canParse(url)) return null;
  const { searchParams } = new URL(url);
  const reference = searchParams.get(REFERENCE);
  if (!reference || !isFresh(clock, searchParams.get(STAMP) ?? '', REPORTS_WITHIN_SECONDS)) return null;
  return { reference, staleAt: staleAt(searchParams.get(STAMP), REPORTS_WITHIN_SECONDS) };
}

/**
 * The same as `readStamp`, for a carrier that always reports to such an address.
 * @throws bad_signature
 */
export function requireStamp(url: string, clock: Clock): Stamp {
  const stamp = readStamp(url, clock);
  if (!stamp) throw badSignature();
  return stamp;
}

const SEAL = 'seal';

/** Does the same as `stampedUrl`, with a signature of our own, for a carrier that does not sign the whole address. */
export function sealedUrl(
  { config, clock }: Pick<CarrierHost, 'config' | 'clock'>,
  callbackUrl: string,
  reference: string,
): string {
  const url = new URL(stampedUrl(callbackUrl, clock, reference));
  url.searchParams.set(SEAL, sealOf(config.sessionSecret, url));
  return url.href;
}

/**
 * Reads the values that `sealedUrl` put there.
 * @throws bad_signature if it is stale or was not made by us
 */
export function requireSealed({ config, clock }: Pick<CarrierHost, 'config' | 'clock'>, url: string): Stamp {
  const stamped = new URL(url);
  const given = stamped.searchParams.get(SEAL) ?? '';
  const isOurs = everySecret(config).some((secret) => sameSecret(given, sealOf(secret, stamped)));
  if (!isOurs) throw badSignature();
  return requireStamp(url, clock);
}

/**
 * An address that only its carrier knows, valid as long as the session secret is in the settings: for a
 * carrier that signs neither the fields nor the query of what it delivers.
 */
export function secretUrl({ config }: Pick<CarrierHost, 'config'>, callbackUrl: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set(SEAL, secretOf(config.sessionSecret, url));
  return url.href;
}

/** Tells whether `secretUrl` made this address. */
export function isSecretUrl({ config }: Pick<CarrierHost, 'config'>, url: string): boolean {
  const called = new URL(url);
  const given = called.searchParams.get(SEAL) ?? '';
  return everySecret(config).some((secret) => sameSecret(given, secretOf(secret, called)));
}

const secretOf = (secret: string, { pathname }: URL): string =>
  createHmac('sha256', secret).update(`carrier address\n${pathname}`).digest('base64url');

function sealOf(secret: string, { pathname, searchParams }: URL): string {
  const text = ['carrier report', pathname, searchParams.get(REFERENCE), searchParams.get(STAMP)].join('\n');
  return createHmac('sha256', secret).update(text).digest('base64url');
}
