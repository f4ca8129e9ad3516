import { and, eq } from 'drizzle-orm';
import { transactions, trunks } from '../../../db/schema/index.ts';
import type { ActingWith, Actor } from '../../callers/audit.ts';
import type { Deps } from '../deps.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { addMonths } from '../../platform/kit/months.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { lockUser } from '../../money/ledger/lock-user.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import { trunkPrice } from '../../money/pricing/tariff.ts';
import { placeOrder } from '../../money/ledger/place-order.ts';
import { TRUNK_MONTHS, type Plan, type PlanId } from './catalogue.ts';
import type { Trunk } from './contract.ts';
import { subscriptionTo } from './own-trunk.ts';
import { planColumns, planOf } from './plans.ts';
import { readTrunk } from './read-trunks.ts';
import { wording } from '../../platform/kit/wordings.ts';

/**
 * Orders a package. It serves no call before its order is settled. If the plan is already ordered, that order is
 * returned.
 * @throws simulated_only, not_found, already_subscribed
 */
export async function order(
  { tx, deps, actor }: ActingWith<Deps>,
  { userId, planId }: { userId: string; planId: PlanId },
): Promise<Trunk> {
  deps.carriers.requireSelling();
  const plan = planOf(planId);
  await lockUser(tx, userId);
  const subscribed = await subscriptionTo(tx, { userId, plan: planId });
  if (subscribed) throw subscribed;
  const trunkId = (await findOrdered(tx, userId, planId)) ?? (await create(tx, actor, userId, plan));
  return readTrunk(tx.db, { userId, trunkId }, { now: tx.now, config: deps.config });
}

async function findOrdered(tx: Transaction, userId: string, planId: PlanId): Promise<string | undefined> {
  const [ordered] = await tx.db
    .select({ id: trunks.id })
    .from(trunks)
    .innerJoin(transactions, eq(transactions.trunkId, trunks.id))
    .where(
      and(
        eq(trunks.userId, userId),
        eq(trunks.planId, planId),
        eq(trunks.isActive, false),
        eq(transactions.status, 'pending'),
      ),
    );
  return ordered?.id;
}

async function create(tx: Transaction, actor: Actor, userId: string, plan: Plan): Promise<string> {
  const id = newId(tx.clock);
  await tx.db.insert(trunks).values({
    ...planColumns(plan),
    id,
    userId,
    purchasedAt: tx.now,
    expiresAt: addMonths(tx.now, TRUNK_MONTHS),
    isActive: false,
  });
  await placeOrder({ tx, actor }, { userId, type: 'voice_package', quote: await trunkQuote(tx, userId, { id, plan }) });
  return id;
}

/** A year of a plan, at the price of an account. */
export const trunkQuote = async (
  tx: Transaction,
  userId: string,
  { id: trunkId, plan }: { id: string; plan: Plan },
) => ({
  amount: trunkPrice(await readTariff(tx.db, userId), tx.now, parseMoney(plan.price)).amount,
  wording: wording('trunk', { plan: plan.name, count: TRUNK_MONTHS / 12 }),
  trunkId,
});
