import { count, eq } from 'drizzle-orm';
import type { StoredAnswer } from '../../platform/kit/answer.ts';
import { type Transaction, transact } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Deps } from '../../services/deps.ts';
import { handOversEnded } from '../../services/messaging/delivery/hand-overs-ended.ts';
import { activateAccount, suspendAccount } from '../suspend-account.ts';
import { users } from '../../../db/schema/index.ts';
import { type ActingWith, type Actor, type Calling, audit } from '../../callers/audit.ts';
import { limitsChangedEvent } from '../../money/allowances/events.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import { readNewAccountLimits } from '../../callers/registration/new-account-limits.ts';
import { createAccount } from '../../callers/registration/create-account.ts';
import { checkNewPassword } from '../../callers/passwords/check-new-password.ts';
import { generatePassword } from '../../callers/passwords/passwords.ts';
import { lockUser } from '../../money/ledger/lock-user.ts';
import type * as contract from './contract.ts';
import type { Customer, limitCustomer as limitEndpoint } from './contract.ts';
import { requireCustomer, requireReseller } from './own-customer.ts';
import { readCustomer } from './read-customers.ts';

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

/**
 * Creates an account under a reseller's. If no password is given, one is made and shown only in this answer.
 * @throws validation_failed (the password), not_found, not_allowed_now (no running package, too many customers), email_taken
 */
export async function createCustomer(
  { deps, actor }: Calling<Deps>,
  {
    resellerId,
    body: { email, fullName, company, password },
  }: { resellerId: string; body: BodyOf<typeof contract.createCustomer> },
): Promise<ResponseOf<typeof contract.createCustomer>> {
  const made = password === undefined ? generatePassword() : null;
  if (password !== undefined) checkNewPassword(password, { role: 'user' });
  // Hashing is slow; no database connection waits for it.
  const passwordHash = await deps.passwords.hash(made ?? password ?? '');
  return transact(deps, async (tx) => {
    await requireReseller(tx, resellerId);
    await requireRoom(tx, { resellerId, most: deps.config.resellerCustomers });
    const { id } = await createAccount(tx, {
      email,
      passwordHash,
      fullName,
      company: company || null,
      role: 'user',
      resellerId,
      ...(await readNewAccountLimits(tx, deps.config)),
    });
    await audit(tx, actor, 'account.created', { subject: email, userId: id, detail: { role: 'user', resellerId } });
    const customer = await readCustomer(tx.db, { resellerId, customerId: id }, tx.now);
    return made === null ? customer : { ...customer, password: made };
  });
}

/** Each customer has quotas of its own, so their number has one. @throws not_allowed_now */
async function requireRoom(tx: Transaction, { resellerId, most }: { resellerId: string; most: number }): Promise<void> {
  // One at a time, so that two cannot take the last place.
  await lockUser(tx, resellerId);
  const [row] = await tx.db.select({ there: count() }).from(users).where(eq(users.resellerId, resellerId));
  if ((row?.there ?? 0) >= most) throw new Problem('not_allowed_now', sentence('customersFull', { count: most }));
}
