import { and, eq, sql as template } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { add, type Money, subtract, wholePennies, ZERO } from '../../platform/kit/money.ts';

/** The exact cost of a call, to 1/10,000 pound. */
interface Exact {
  exactCost: Money;
  /** At the price that its reseller pays: at most `exactCost`. Null for a direct customer. */
  supplierCost: Money | null;
}

/** The charge for it, in whole pennies. */
interface Due {
  charged: Money;
  /** Our part, without the reseller's margin; null for a direct customer. */
  ofSupplier: Money | null;
}

/**
 * The whole pennies that a call takes from its account: those of its exact cost with what the account's calls before left
 * over. The rest stays with the account for the next call. It is at most the exact cost rounded up to a penny, so what was
 * set aside covers it; together an account's calls never take more than they came to.
 *
 * The same is done at the reseller's price, but never for more than is charged here: a margin is never below zero. Where
 * the reseller's penny comes due before the customer's, it waits for it.
 * @param userId whose row this transaction has locked, so that no two calls take the same rest
 * @throws not_found
 */
export async function duePennies(tx: Transaction, userId: string, { exactCost, supplierCost }: Exact): Promise<Due> {
  if (isWhole(exactCost) && isWhole(supplierCost ?? ZERO)) {
    return { charged: exactCost, ofSupplier: supplierCost };
  }
  const [left] = await tx.db
    .select({ calls: users.callRemainder, supplier: users.supplierRemainder })
    .from(users)
    .where(eq(users.id, userId));
  if (!left) throw notFound('User');
  const sum = add(exactCost, left.calls);
  const charged = wholePennies(sum);
  const supplierSum = add(supplierCost ?? ZERO, left.supplier);
  const due = wholePennies(supplierSum);
  const ofSupplier = supplierCost === null ? null : due < charged ? due : charged;
  await tx.db
    .update(users)
    .set({
      callRemainder: subtract(sum, charged),
      supplierRemainder: subtract(supplierSum, ofSupplier ?? ZERO),
    })
    .where(and(eq(users.id, userId), template`as_ledger()`));
  return { charged, ofSupplier };
}

const isWhole = (amount: Money): boolean => amount === wholePennies(amount);
