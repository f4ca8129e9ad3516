import { and, eq, gt, ne } from 'drizzle-orm';
import { trunks } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import type { PlanId } from './catalogue.ts';
import type { TrunkRow } from './present-trunk.ts';
import { planOf } from './plans.ts';

/** A package that must belong to the user. @throws not_found */
export async function ownTrunk(tx: Transaction, userId: string, trunkId: string): Promise<TrunkRow> {
  const [row] = await tx.db
    .select()
    .from(trunks)
    .where(and(eq(trunks.userId, userId), eq(trunks.id, trunkId)));
  if (!row) throw notFound('Package');
  return row;
}

/** Why a user cannot order a plan: a package of it is already running. Null if none is. */
export async function subscriptionTo(
  tx: Transaction,
  { userId, plan, exceptTrunkId }: { userId: string; plan: PlanId; exceptTrunkId?: string },
): Promise<Problem | null> {
  const [other] = await tx.db
    .select({ id: trunks.id })
    .from(trunks)
    .where(
      and(
        eq(trunks.userId, userId),
        eq(trunks.planId, plan),
        eq(trunks.isActive, true),
        gt(trunks.expiresAt, tx.now),
        exceptTrunkId ? ne(trunks.id, exceptTrunkId) : undefined,
      ),
    );
  if (!other) return null;
  return new Problem('already_subscribed', sentence('planActive', { plan: planOf(plan).name }));
}
