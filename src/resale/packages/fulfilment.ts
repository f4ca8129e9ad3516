import { and, desc, eq } from 'drizzle-orm';
import { resellerTerms, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, invalidField, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { addMonths } from '../../platform/kit/months.ts';
import type { Fulfilment, WantedOrder } from '../../money/ledger/fulfilment.ts';
import { lockUser } from '../../money/ledger/lock-user.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { isReseller } from '../../money/pricing/tariff.ts';
import { RESELLER_PLANS, type ResellerPlan } from './catalogue.ts';
import type { Wording } from '../../platform/kit/faults.ts';
import { wording } from '../../platform/kit/wordings.ts';
import { requireUser } from '../../callers/require-user.ts';

const describe = ({ id, months }: ResellerPlan): Wording =>
  wording(id === 'monthly' ? 'resellerMonthly' : 'resellerYearly', { count: months });

const notForAdministrators = () => new Problem('not_allowed_now', sentence('adminNoPackage'));

const notForCustomers = () => new Problem('not_allowed_now', sentence('customerNoPackage'));

/** The price and the effect of an order of a reseller package. */
export const resellerFulfilment: Fulfilment = {
  quote: async (tx, userId, wanted) => {
    // Read without a lock, because an order is always locked before its user.
    const user = await requireUser(tx, userId);
    if (user.role === 'admin') throw notForAdministrators();
    // A reseller's customer cannot be a reseller: we may not lower the prices that the reseller sets.
    if (user.resellerId) throw notForCustomers();
    const plan = planFor(wanted);
    if (!plan) throw invalidField('resellerPackage', sentence('planMissing'));
    return { amount: parseMoney(plan.price), wording: describe(plan), resellerPackage: plan.id };
  },

  price: async (_tx, order) => {
    const plan = RESELLER_PLANS.find(({ id }) => id === order.resellerPackage);
    return { amount: plan ? parseMoney(plan.price) : order.amount, margin: null };
  },

  obstacle: async (tx, { userId }) => {
    const { role } = await lockUser(tx, userId);
    return role === 'admin' ? notForAdministrators() : null;
  },

  grant: async (tx, { id: transactionId, userId, resellerPackage }) => {
    const plan = RESELLER_PLANS.find((each) => each.id === resellerPackage);
    if (!plan) throw new Error('an order of a reseller package names no plan');
    const term = await nextTerm(tx, userId, plan);
    await tx.db.insert(resellerTerms).values({ ...term, id: newId(tx.clock), userId, transactionId, plan: plan.id });
    await tx.db
      .update(users)
      .set({
        role: 'reseller',
        resellerPackage: plan.id,
        resellerExpiresAt: term.expiresAt,
        updatedAt: tx.now,
      })
      .where(eq(users.id, userId));
  },
};

/** Finds a plan by its name or, if there is none, by its price. */
function planFor({ resellerPackage, amount }: WantedOrder): ResellerPlan | undefined {
  if (resellerPackage) return RESELLER_PLANS.find(({ id }) => id === resellerPackage);
  return RESELLER_PLANS.find(({ price }) => amount !== null && parseMoney(price) === parseMoney(amount));
}

/**
 * The time that a plan adds: from now, or from the end of the package that is still running. Its months
 * are counted from the start of the first package, so that 31 January plus two single months is 31 March.
 */
async function nextTerm(tx: Transaction, userId: string, plan: ResellerPlan) {
  const user = await lockUser(tx, userId);
  const startsAt = isReseller(user, tx.now) && user.resellerExpiresAt ? user.resellerExpiresAt : tx.now;
  const [run] = await tx.db
    .select()
    .from(resellerTerms)
    .where(and(eq(resellerTerms.userId, userId), eq(resellerTerms.expiresAt, startsAt)))
    .orderBy(desc(resellerTerms.id))
    .limit(1);
  const runStartedAt = run?.runStartedAt ?? startsAt;
  const runMonths = (run?.runMonths ?? 0) + plan.months;
  return { runStartedAt, runMonths, startsAt, expiresAt: addMonths(runStartedAt, runMonths) };
}
