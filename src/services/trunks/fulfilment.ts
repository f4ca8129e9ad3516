import { eq } from 'drizzle-orm';
import { trunks } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, invalidField, sentence } from '../../platform/kit/errors.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { addMonths } from '../../platform/kit/months.ts';
import type { Fulfilment } from '../../money/ledger/fulfilment.ts';
import { lockUser } from '../../money/ledger/lock-user.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import { trunkPrice } from '../../money/pricing/tariff.ts';
import { findWaiting } from '../../money/ledger/place-order.ts';
import type { TransactionRow } from '../../money/ledger/transaction-row.ts';
import { TRUNK_MONTHS } from './catalogue.ts';
import { trunkQuote } from './order.ts';
import { ownTrunk, subscriptionTo } from './own-trunk.ts';
import { planColumns, planOf } from './plans.ts';
import { isRunning, type TrunkRow } from './present-trunk.ts';
import { upgradePrice } from './upgrade-price.ts';

/** The price and the effect of an order of a SIP trunk package, or of its upgrade. */
export const trunkFulfilment: Fulfilment = {
  quote: async (tx, userId, { trunkId }) => {
    if (!trunkId) throw invalidField('voicePackageId', sentence('packageMissing'));
    const row = await ownTrunk(tx, userId, trunkId);
    const waiting = await findWaiting(tx, { userId, type: 'voice_package', quote: { trunkId } });
    if (waiting) return { amount: waiting.amount, wording: waiting.wording, trunkId };
    if (row.isActive) throw new Problem('already_subscribed', sentence('packagePaid'));
    const subscribed = await subscriptionTo(tx, { userId, plan: row.planId });
    if (subscribed) throw subscribed;
    return trunkQuote(tx, userId, { id: row.id, plan: planOf(row.planId) });
  },

  price: async (tx, order) => {
    const nothing = { amount: order.amount, margin: null };
    if (!order.trunkId) return nothing;
    const row = await ownTrunk(tx, order.userId, order.trunkId);
    const owner = await readTariff(tx.db, order.userId);
    if (!row.isActive) return trunkPrice(owner, tx.now, parseMoney(planOf(row.planId).price));
    if (!row.upgradeTo || !isRunning(row, tx.now)) return nothing;
    return upgradePrice(row, planOf(row.upgradeTo).price, { owner, now: tx.now });
  },

  obstacle: async (tx, order) => {
    const row = await lockTrunk(tx, order);
    if (!row.isActive) return subscriptionTo(tx, { userId: row.userId, plan: row.planId });
    if (!isRunning(row, tx.now)) {
      return new Problem('not_allowed_now', sentence('upgradeExpired'));
    }
    return subscriptionTo(tx, { userId: row.userId, plan: upgradeTarget(row), exceptTrunkId: row.id });
  },

  grant: async (tx, order) => {
    const row = await lockTrunk(tx, order);
    const change = row.isActive
      ? planColumns(planOf(upgradeTarget(row)))
      : { isActive: true, purchasedAt: tx.now, expiresAt: addMonths(tx.now, TRUNK_MONTHS) };
    await tx.db
      .update(trunks)
      .set({ ...change, upgradeTo: null })
      .where(eq(trunks.id, row.id));
  },
};

async function lockTrunk(tx: Transaction, order: TransactionRow): Promise<TrunkRow> {
  if (!order.trunkId) throw new Error('an order of a trunk names no trunk');
  await lockUser(tx, order.userId);
  return ownTrunk(tx, order.userId, order.trunkId);
}

function upgradeTarget({ upgradeTo }: TrunkRow) {
  if (!upgradeTo) throw new Error('an upgrade order does not say to which plan');
  return upgradeTo;
}
