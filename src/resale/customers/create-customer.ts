import { audit } from '../../callers/audit.ts';
import { readNewAccountLimits } from '../../callers/registration/new-account-limits.ts';
import { createAccount } from '../../callers/registration/create-account.ts';
import type { Actor } from '../../callers/guards.ts';
import { checkNewPassword } from '../../callers/passwords/check-new-password.ts';
import { generatePassword } from '../../callers/passwords/passwords.ts';
import type { Deps } from '../../services/deps.ts';
import { transact } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import type * as contract from './contract.ts';
import { requireReseller } from './own-customer.ts';
import { readCustomer } from './read-customers.ts';

/**
 * Creates an account under a reseller's. If no password is given, one is made and shown only in this answer.
 * @throws validation_failed (the password), not_found, not_allowed_now (no running package), email_taken
 */
export async function createCustomer(
  { deps, actor }: { deps: Deps; actor: Actor },
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
    const { id } = await createAccount(tx, {
      email,
      passwordHash,
      fullName,
      company: company || null,
      role: 'user',
      resellerId,
      ...(await readNewAccountLimits(tx, deps.config)),
    });
    await audit(tx, {
      actorId: actor.id,
      action: 'account.created',
      subject: email,
      subjectUserId: id,
      detail: { role: 'user', resellerId },
    });
    const customer = await readCustomer(tx.db, { resellerId, customerId: id }, tx.now);
    return made === null ? customer : { ...customer, password: made };
  });
}
