import { eq, sql as template } from 'drizzle-orm';
import type { ActingWith } from '../../callers/audit.ts';
import { trunks } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { Problem, invalidField, sentence } from '../../platform/kit/errors.ts';
import { announceOrder } from '../../money/ledger/announce-order.ts';
import { lockUser } from '../../money/ledger/lock-user.ts';
import { findWaiting, placeOrder } from '../../money/ledger/place-order.ts';
import { fail } from '../../money/ledger/post.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import { type PlanId, plansAbove } from './catalogue.ts';
import type { Trunk } from './contract.ts';
import { ownTrunk, subscriptionTo } from './own-trunk.ts';
import { isRunning } from './present-trunk.ts';
import { readTrunk } from './read-trunks.ts';
import { upgradePrice } from './upgrade-price.ts';
import { wording } from '../../platform/kit/wordings.ts';

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
