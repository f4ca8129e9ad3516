import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { ActingWith } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import { limitsChangedEvent } from '../../money/allowances/events.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import type { Deps } from '../../services/deps.ts';
import type * as contract from './contract.ts';
import { requireCustomer, requireReseller } from './own-customer.ts';
import { readCustomer } from './read-customers.ts';

type Limited = BodyOf<typeof contract.limitCustomer> & { resellerId: string; customerId: string };

/** Bounds what a customer's messages and calls may cost in a day, from the next one on. @throws not_found, not_allowed_now */
export async function limitCustomer(
  { tx, actor }: ActingWith<Deps>,
  { resellerId, customerId, dailyLimit }: Limited,
): Promise<contract.Customer> {
  await requireReseller(tx, resellerId);
  const { email, resellerDailyLimit: before, limitLiftedUntil } = await requireCustomer(tx.db, resellerId, customerId);
  const limit = dailyLimit === null ? null : parseMoney(dailyLimit);
  await tx.db.update(users).set({ resellerDailyLimit: limit, updatedAt: tx.now }).where(eq(users.id, customerId));
  await audit(tx, actor, 'limits.changed', {
    subject: email,
    userId: customerId,
    detail: { resellerLimit: { from: before && formatMoney(before), to: limit && formatMoney(limit) } },
  });
  tx.publish(limitsChangedEvent, customerId, {
    userId: customerId,
    liftedUntil: limitLiftedUntil?.toISOString() ?? null,
  });
  return readCustomer(tx.db, { resellerId, customerId }, tx.now);
}
