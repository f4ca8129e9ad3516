import { randomBytes } from 'node:crypto';
import { sipCredentials } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import { notifyOwner } from '../../callers/notify-owner.ts';
import type { Config } from '../config.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { rotateSipCredentials } from './contract.ts';
import { ha1, sealHash } from './digest.ts';
import { ownTrunk } from './own-trunk.ts';
import { isRunning } from './present-trunk.ts';
import { usernameOf } from './username.ts';

const SECRET_BYTES = 24;

/**
 * Makes the credentials of a package, or a new secret for them. The secret itself is never stored.
 * @throws not_found, not_allowed_now (the package is not active)
 */
export async function rotateCredentials(
  {
    tx,
    deps: { config },
    actor,
  }: { tx: Transaction; deps: { config: Pick<Config, 'sipRealm' | 'sessionSecret'> }; actor: Actor },
  { userId, trunkId }: { userId: string; trunkId: string },
): Promise<ResponseOf<typeof rotateSipCredentials>> {
  const row = await ownTrunk(tx, userId, trunkId);
  if (!isRunning(row, tx.now)) {
    throw new Problem('not_allowed_now', sentence('packageSip'));
  }
  const realm = config.sipRealm;
  const username = usernameOf(trunkId);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const hashes = {
    ha1Md5: sealHash(config, trunkId, ha1('MD5', { username, realm, secret })),
    ha1Sha256: sealHash(config, trunkId, ha1('SHA-256', { username, realm, secret })),
  };
  await tx.db
    .insert(sipCredentials)
    .values({ trunkId, realm, username, ...hashes, rotatedAt: tx.now })
    .onConflictDoUpdate({ target: sipCredentials.trunkId, set: { realm, ...hashes, rotatedAt: tx.now } });
  await audit(tx, actor, 'sip_credentials.rotated', { subject: username, userId, detail: { packageId: trunkId } });
  await notifyOwner(tx, userId, { what: 'sip', name: username });
  return { realm, username, secret };
}
