import { audit } from '../callers/audit.ts';
import { readNewAccountLimits } from '../callers/registration/new-account-limits.ts';
import { createAccount, type NewAccount } from '../callers/registration/create-account.ts';
import type { User } from '../callers/contract.ts';
import type { Actor } from '../callers/guards.ts';
import { checkNewPassword } from '../callers/passwords/check-new-password.ts';
import { generatePassword } from '../callers/passwords/passwords.ts';
import { readUser } from '../callers/present-user.ts';
import type { Deps } from '../accounts/deps.ts';
import { transact, type Transaction } from '../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../platform/kit/endpoint.ts';
import type * as contract from './contract.ts';

/**
 * Creates an account for somebody. If no password is given, one is made and shown only in this answer.
 * @throws validation_failed (the password), email_taken
 */
export async function createUser(
  { deps, actor }: { deps: Deps; actor: Actor },
  input: BodyOf<typeof contract.createUser>,
): Promise<ResponseOf<typeof contract.createUser>> {
  const { email, fullName, role } = input;
  const made = input.password === undefined ? generatePassword() : null;
  if (input.password !== undefined) checkNewPassword(input.password, { role });
  const passwordHash = await deps.passwords.hash(made ?? input.password ?? '');
  const company = input.company || null;
  return transact(deps, async (tx) => {
    const user = await addUser({ deps, tx, actor }, { email, fullName, company, role, passwordHash });
    return made === null ? user : { ...user, password: made };
  });
}

/** Adds the account that an administrator creates. @throws email_taken */
export async function addUser(
  { deps: { config }, tx, actor }: { deps: Pick<Deps, 'config'>; tx: Transaction; actor: Actor },
  {
    email,
    fullName,
    company,
    role,
    passwordHash,
  }: Pick<NewAccount, 'email' | 'fullName' | 'company' | 'role' | 'passwordHash'>,
): Promise<User> {
  const { id } = await createAccount(tx, {
    email,
    passwordHash,
    fullName,
    company,
    role,
    ...(await readNewAccountLimits(tx, config)),
  });
  await audit(tx, {
    actorId: actor.id,
    action: 'account.created',
    subject: email,
    subjectUserId: id,
    detail: { role },
  });
  // Read again, so that the key is masked: only its owner may see or rotate it.
  return readUser(tx.db, id);
}
