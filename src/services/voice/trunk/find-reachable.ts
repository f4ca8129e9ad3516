import { and, eq, gt } from 'drizzle-orm';
import { sipCredentials, sipLocation, trunks } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/**
 * A trunk that calls can ring now: it is this account's, it runs, and something is registered with it, or its calls in go to
 * an address. Otherwise undefined.
 */
export async function findReachable(
  tx: Transaction,
  { userId, trunkId }: { userId: string; trunkId: string },
): Promise<Pick<typeof trunks.$inferSelect, 'planId'> | undefined> {
  const [found] = await tx.db
    .select({ planId: trunks.planId, callsInTo: trunks.callsInTo, registered: sipLocation.username })
    .from(trunks)
    .leftJoin(sipCredentials, eq(sipCredentials.trunkId, trunks.id))
    .leftJoin(sipLocation, and(eq(sipLocation.username, sipCredentials.username), gt(sipLocation.expires, tx.now)))
    .where(
      and(eq(trunks.id, trunkId), eq(trunks.userId, userId), eq(trunks.isActive, true), gt(trunks.expiresAt, tx.now)),
    )
    .limit(1);
  if (!found || (found.registered === null && found.callsInTo.length === 0)) return undefined;
  return { planId: found.planId };
}
