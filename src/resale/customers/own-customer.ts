import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import { isReseller } from '../../money/pricing/tariff.ts';
import { requireUser } from '../../callers/require-user.ts';

type UserRow = typeof users.$inferSelect;

/**
 * The reseller, whose package must be running. Without a running package the customers stay visible and
 * continue, but nothing about them can be changed.
 * @throws not_found, not_allowed_now
 */
export async function requireReseller(tx: Transaction, resellerId: string): Promise<UserRow> {
  const reseller = await requireUser(tx, resellerId);
  if (!isReseller(reseller, tx.now)) {
    throw new Problem('not_allowed_now', sentence('packageNeeded'));
  }
  return reseller;
}

/** A customer of this reseller; a customer of another reseller is not found. @throws not_found */
export async function requireCustomer(db: Queryable, resellerId: string, customerId: string): Promise<UserRow> {
  const [customer] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, customerId), eq(users.resellerId, resellerId)));
  if (!customer) throw notFound('Customer');
  return customer;
}
