import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { everySecret } from '../../platform/kit/secrets.ts';
import { Problem } from '../../platform/kit/errors.ts';
import type { LinkTicket } from './link.ts';

const HOUR = 3600;

/** The facts in the address of a sound. */
export type SoundTicket = Pick<LinkTicket, 'expires' | 'signature'>;

/**
 * The public address at which a carrier gets a sound. It ends after one to two hours: those made within an hour are
 * the same, so that a carrier can keep what it has read.
 */
export function soundUrl({ config, now }: { config: Config; now: Date }, objectId: string): string {
  const expires = String((Math.floor(now.getTime() / 1000 / HOUR) + 2) * HOUR);
  const signature = sign(config.sessionSecret, objectId, expires).toString('base64url');
  return `${config.publicUrl}/api/sounds/${objectId}?expires=${expires}&signature=${signature}`;
}

/** @throws bad_signature */
export function checkSoundUrl(
  { config, now }: { config: Config; now: Date },
  objectId: string,
  { expires, signature }: SoundTicket,
): void {
  const given = Buffer.from(signature, 'base64url');
  const isOurs = everySecret(config).some((secret) => {
    const expected = sign(secret, objectId, expires);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) throw new Problem('bad_signature', 'This address is not one of ours');
  if (Number(expires) * 1000 <= now.getTime()) throw new Problem('bad_signature', 'This address has expired');
}

const sign = (secret: string, objectId: string, expires: string): Buffer =>
  createHmac('sha256', secret).update(`sound\n${objectId}\n${expires}`).digest();
