import { eq } from 'drizzle-orm';
import type { DigestAlgorithm } from '../../../db/enums.ts';
import { sipCredentials } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Trunk } from './contract.ts';
import { ownTrunk } from './own-trunk.ts';
import type { TrunkView } from './present-trunk.ts';
import { readTrunk } from './read-trunks.ts';

/**
 * Chooses by which algorithm a package's telephone system is asked. Its edges know it within ten seconds.
 * @throws not_found, not_allowed_now (it has no credentials)
 */
export async function changeCredentials(
  { tx, deps: { config }, actor }: { tx: Transaction; deps: Pick<TrunkView, 'config'>; actor: Actor },
  { userId, trunkId, digestAlgorithm }: { userId: string; trunkId: string; digestAlgorithm: DigestAlgorithm },
): Promise<Trunk> {
  await ownTrunk(tx, userId, trunkId);
  const [changed] = await tx.db
    .update(sipCredentials)
    .set({ digestAlgorithm })
    .where(eq(sipCredentials.trunkId, trunkId))
    .returning({ username: sipCredentials.username });
  if (!changed) throw new Problem('not_allowed_now', sentence('packageSip'));
  await audit(tx, actor, 'sip_credentials.changed', {
    subject: changed.username,
    userId,
    detail: { packageId: trunkId, digestAlgorithm },
  });
  return readTrunk(tx.db, { userId, trunkId }, { now: tx.now, config });
}
