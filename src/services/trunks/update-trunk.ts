import { isIPv4 } from 'node:net';
import { eq } from 'drizzle-orm';
import { trunks } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, invalidField, sentence } from '../../platform/kit/errors.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import { fault } from '../../platform/kit/faults.ts';
import { isPublicAddress } from '../../platform/kit/public-address.ts';
import { HOSTS_IN_WORDS, type Trunk, type updateTrunk as contract } from './contract.ts';
import { ownTrunk } from './own-trunk.ts';
import { isRunning, type TrunkView } from './present-trunk.ts';
import { readTrunk } from './read-trunks.ts';
import { usernameOf } from './username.ts';

/**
 * Changes how a trunk calls.
 * @throws not_found, not_allowed_now (the package is not active), validation_failed (more than the operator allows)
 */
export async function updateTrunk(
  { tx, deps: { config }, actor }: { tx: Transaction; deps: Pick<TrunkView, 'config'>; actor: Actor },
  {
    userId,
    trunkId,
    callsASecond,
    callsInTo,
    traceMinutes,
    codecs,
    recorded,
  }: { userId: string; trunkId: string } & BodyOf<typeof contract>,
): Promise<Trunk> {
  const row = await ownTrunk(tx, userId, trunkId);
  if (!isRunning(row, tx.now)) throw new Problem('not_allowed_now', sentence('packageSip'));
  const lacks =
    (recorded === true && config.sipSound !== 'recorded') ||
    (codecs !== undefined && codecs.length > 0 && config.sipSound === 'direct');
  if (lacks) throw new Problem('not_allowed_now', sentence('soundDirect'));
  const most = config.sipCallsASecond;
  if (callsASecond && callsASecond > most) {
    throw invalidField('callsASecond', fault('wholeBetween', { least: 1, most }));
  }
  const closed = callsInTo?.find((each) => {
    const [host = ''] = each.split(':');
    return isIPv4(host) && !isPublicAddress(host);
  });
  if (closed !== undefined) throw invalidField('callsInTo', fault('trunkHost', HOSTS_IN_WORDS));
  const tracedUntil =
    traceMinutes === undefined ? row.tracedUntil : new Date(tx.now.getTime() + traceMinutes * MINUTE_MS);
  await tx.db
    .update(trunks)
    .set({ callsASecond, callsInTo, tracedUntil, codecs, recorded })
    .where(eq(trunks.id, trunkId));
  await audit(tx, actor, 'trunk.changed', {
    subject: usernameOf(trunkId),
    userId,
    detail: { packageId: trunkId, callsASecond, callsInTo, traceMinutes, codecs, recorded },
  });
  return readTrunk(tx.db, { userId, trunkId }, { now: tx.now, config });
}
