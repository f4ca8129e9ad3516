import { and, eq, gt } from 'drizzle-orm';
import { sipCredentials, sipLocation, trunks } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/** The trunk of an account that has to ring. */
interface Asked {
  userId: string;
  trunkId: string;
}

/**
 * The user of a trunk in SIP, if calls can ring it now: it is this account's, it runs, and something is registered with
 * it. Otherwise undefined.
 */
export async function findRegistered(
  tx: Transaction,
  { userId, trunkId }: Asked,
): Promise<{ username: string; planId: (typeof trunks.$inferSelect)['planId'] } | undefined> {
  const [found] = await tx.db
    .select({ username: sipCredentials.username, planId: trunks.planId })
    .from(trunks)
    .innerJoin(sipCredentials, eq(sipCredentials.trunkId, trunks.id))
    .innerJoin(sipLocation, eq(sipLocation.username, sipCredentials.username))
    .where(
      and(
        eq(trunks.id, trunkId),
        eq(trunks.userId, userId),
        eq(trunks.isActive, true),
        gt(trunks.expiresAt, tx.now),
        gt(sipLocation.expires, tx.now),
      ),
    )
    .limit(1);
  return found;
}
