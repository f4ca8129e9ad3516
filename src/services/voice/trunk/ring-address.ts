import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { sameSecret } from '../../../carriers/adapters/callback-signature.ts';
import { everySecret } from '../../../platform/kit/secrets.ts';
import type { Config } from '../../config.ts';

/** `ring-`, our id of the leg, and our signature of it. */
const USER = /^ring-([0-9a-f-]{36})-([0-9a-f]{32})$/;

/**
 * The SIP address that a carrier calls to ring a trunk. It names the leg and has our signature, so that nobody can
 * guess the address of another one; it says nothing of the trunk.
 * @returns undefined where no carrier can reach the edge
 */
export function ringAddress(
  { sipPublicAddress, sessionSecret }: Pick<Config, 'sipPublicAddress' | 'sessionSecret'>,
  legId: string,
): string | undefined {
  if (sipPublicAddress === null) return undefined;
  return `sip:${ringUser({ sessionSecret }, legId)}@${sipPublicAddress}`;
}

/** The user of that address. */
export const ringUser = ({ sessionSecret }: Pick<Config, 'sessionSecret'>, legId: string): string =>
  `ring-${legId}-${sign(sessionSecret, legId)}`;

/** Tells whether this user of a SIP address is one of `ringAddress`, genuine or not. */
export const isRingUser = (user: string): boolean => user.startsWith('ring-');

/** The leg whose address has this user; undefined where the signature is not ours. */
export function legOfRing(config: Pick<Config, 'sessionSecret' | 'formerSecrets'>, user: string): string | undefined {
  const [, legId, given] = USER.exec(user) ?? [];
  if (legId === undefined || given === undefined || !z.uuid().safeParse(legId).success) return undefined;
  return everySecret(config).some((secret) => sameSecret(given, sign(secret, legId))) ? legId : undefined;
}

/** 128 bits: the user of a SIP address has to stay short, and is tried at most once. */
const sign = (secret: string, legId: string): string =>
  createHmac('sha256', secret).update(['ring a trunk', legId].join('\n')).digest('hex').slice(0, 32);
