import { and, eq, sql as template } from 'drizzle-orm';
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
import { findWaiting, placeOrder } from '../../money/ledger/place-order.ts';
import { wording } from '../../platform/kit/wordings.ts';
import { Problem, invalidField, sentence } from '../../platform/kit/errors.ts';
import { announceOrder } from '../../money/ledger/announce-order.ts';
import { fail } from '../../money/ledger/post.ts';
import { type Plan, type PlanId, TRUNK_MONTHS, plansAbove } from './catalogue.ts';
import type { Trunk } from './contract.ts';
import { ownTrunk, subscriptionTo } from './own-trunk.ts';
import { planColumns, planOf } from './plans.ts';
import { readTrunk } from './read-trunks.ts';
import { isRunning } from './present-trunk.ts';
import { upgradePrice } from './upgrade-price.ts';

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

/**
 * Orders the upgrade of a running package for the rest of its time. An older unpaid upgrade order is replaced if its
 * plan or price differs.
 * @throws simulated_only, not_found, not_allowed_now (not running, or the order has a waiting payment), validation_failed (no
 * higher plan), already_subscribed
 */
export async function upgrade(
  { tx, deps, actor }: ActingWith<Deps>,
  { userId, trunkId, planId }: { userId: string; trunkId: string; planId: PlanId },
): Promise<Trunk> {
  deps.carriers.requireSelling();
  // Locked before everything else, and only by upgrades, because an order is always locked before its user.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${trunkId}, 0))`);
  const waiting = await findWaiting(tx, {
    userId,
    type: 'voice_package',
    quote: { trunkId },
  });
  await lockUser(tx, userId);
  const row = await ownTrunk(tx, userId, trunkId);
  if (!isRunning(row, tx.now)) throw new Problem('not_allowed_now', sentence('packageUpgrade'));
  const target = plansAbove(row.planId).find(({ id }) => id === planId);
  if (!target) throw invalidField('packageType', sentence('higherPlan'));
  const subscribed = await subscriptionTo(tx, { userId, plan: planId });
  if (subscribed) throw subscribed;
  const { amount } = upgradePrice(row, target.price, { owner: await readTariff(tx.db, userId), now: tx.now });
  if (waiting && (row.upgradeTo !== target.id || waiting.amount !== amount)) {
    if (waiting.cryptocurrency !== null) {
      throw new Problem('not_allowed_now', sentence('upgradeWaits'));
    }
    announceOrder(tx, await fail(tx, waiting.id, { reasonWording: wording('replaced') }));
  }
  await placeOrder(
    { tx, actor },
    {
      userId,
      type: 'voice_package',
      quote: {
        amount,
        wording: wording('trunkUpgrade', { plan: target.name }),
        trunkId,
      },
    },
  );
  await tx.db.update(trunks).set({ upgradeTo: planId }).where(eq(trunks.id, trunkId));
  return readTrunk(tx.db, { userId, trunkId }, { now: tx.now, config: deps.config });
}
