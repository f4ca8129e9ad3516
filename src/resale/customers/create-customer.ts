import { count, eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { type Calling, audit } from '../../callers/audit.ts';
import { readNewAccountLimits } from '../../callers/registration/new-account-limits.ts';
import { createAccount } from '../../callers/registration/create-account.ts';
import { checkNewPassword } from '../../callers/passwords/check-new-password.ts';
import { generatePassword } from '../../callers/passwords/passwords.ts';
import type { Deps } from '../../services/deps.ts';
import { lockUser } from '../../money/ledger/lock-user.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import type * as contract from './contract.ts';
import { requireReseller } from './own-customer.ts';
import { readCustomer } from './read-customers.ts';

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
