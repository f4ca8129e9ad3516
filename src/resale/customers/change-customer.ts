import { eq } from 'drizzle-orm';
import type { StoredAnswer } from '../../platform/kit/answer.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Deps } from '../../services/deps.ts';
import { handOversEnded } from '../../services/messaging/delivery/hand-overs-ended.ts';
import { activateAccount, suspendAccount } from '../suspend-account.ts';
import type { Customer, limitCustomer as limitEndpoint } from './contract.ts';
import { requireCustomer, requireReseller } from './own-customer.ts';
import { readCustomer } from './read-customers.ts';
import { users } from '../../../db/schema/index.ts';
import { type ActingWith, type Actor, audit } from '../../callers/audit.ts';
import { limitsChangedEvent } from '../../money/allowances/events.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';

/** Suspends a customer, in the same way as an administrator. @throws not_found, not_allowed_now */
export async function suspendCustomer(
  {
    deps,
    actor,
    transact,
  }: { deps: Deps; actor: Actor; transact(work: (tx: Transaction) => Promise<Customer>): Promise<StoredAnswer> },
  { resellerId, customerId }: { resellerId: string; customerId: string },
): Promise<StoredAnswer> {
  const answer = await transact(async (tx) => {
    await requireReseller(tx, resellerId);
    const { role } = await requireCustomer(tx.db, resellerId, customerId);
    if (role === 'admin') throw new Problem('not_allowed_now', sentence('adminNotHere'));
    await suspendAccount({ tx, deps, actor }, { userId: customerId });
    return readCustomer(tx.db, { resellerId, customerId }, tx.now);
  });
  await handOversEnded(deps, 'account', customerId);
  return answer;
}

/** Ends a customer's suspension. @throws not_found, not_allowed_now */
export async function activateCustomer(
  { tx, deps, actor }: ActingWith<Deps>,
  { resellerId, customerId }: { resellerId: string; customerId: string },
): Promise<Customer> {
  await requireReseller(tx, resellerId);
  await requireCustomer(tx.db, resellerId, customerId);
  await activateAccount({ tx, deps, actor }, { userId: customerId });
  return readCustomer(tx.db, { resellerId, customerId }, tx.now);
}

type Limited = BodyOf<typeof limitEndpoint> & { resellerId: string; customerId: string };

/** Bounds what a customer's messages and calls may cost in a day, from the next one on. @throws not_found, not_allowed_now */
export async function limitCustomer(
  { tx, actor }: ActingWith<Deps>,
  { resellerId, customerId, dailyLimit }: Limited,
): Promise<Customer> {
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
