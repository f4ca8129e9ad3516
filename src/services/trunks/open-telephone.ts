import { createHmac } from 'node:crypto';
import type { Actor } from '../../callers/audit.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { everySecret } from '../../platform/kit/secrets.ts';
import type { Deps } from '../deps.ts';
import type { openTelephone as endpoint, SipDigest } from './contract.ts';
import { ha1 } from './digest.ts';
import { readTrunk } from './read-trunks.ts';

/** The trunk's name, the session, and the second in which its time is over. */
const USERNAME = /^(tl[0-9a-f]{12})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{10})$/;

/**
 * Gives a session the credentials of a telephone in its browser. Nothing of them is stored: the secret follows from the
 * name, and the name says whose session it is.
 * An administrator's session is none of the account's, so that its telephone can do nothing.
 * @throws not_found, not_allowed_now (the package is no such telephone)
 */
export async function openTelephone(
  { db, clock, config }: Deps,
  actor: Actor,
  { userId, trunkId }: { userId: string; trunkId: string },
): Promise<ResponseOf<typeof endpoint>> {
  const now = clock.now();
  const { sip, telephone } = await readTrunk(db, { userId, trunkId }, { now, config });
  const url = config.telephoneUrl;
  if (!telephone || sip === null || url === null) throw new Problem('not_allowed_now', sentence('packageSip'));
  const expiresAt = new Date(now.getTime() + HOUR_MS);
  const digestUsername = `${sip.username}.${actor.credentialId}.${Math.floor(expiresAt.getTime() / 1000)}`;
  const secret = secretOf(config.sessionSecret, digestUsername);
  return { url, realm: sip.realm, username: sip.username, digestUsername, secret, expiresAt: expiresAt.toISOString() };
}

const secretOf = (key: string, username: string): string =>
  createHmac('sha256', key).update(`telephone ${username}`).digest('base64url');

/** Tells what a telephone in the browser shows by its name; null for any other. */
export function readTelephone({ config, clock }: Deps, { username: name, realm, algorithm }: SipDigest) {
  const [, username, sessionId, until] = USERNAME.exec(name) ?? [];
  if (username === undefined || sessionId === undefined) return null;
  const secretHashes = everySecret(config).map((key) =>
    ha1(algorithm, { username: name, realm, secret: secretOf(key, name) }),
  );
  return { username, sessionId, isOver: Number(until) * 1000 <= clock.now().getTime(), secretHashes };
}
