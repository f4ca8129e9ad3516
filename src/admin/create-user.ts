import { type ActingWith, type Calling, audit } from '../callers/audit.ts';
import { readNewAccountLimits } from '../callers/registration/new-account-limits.ts';
import { createAccount, type NewAccount } from '../callers/registration/create-account.ts';
import type { User } from '../callers/contract.ts';
import { checkNewPassword } from '../callers/passwords/check-new-password.ts';
import { NOBODYS_HASH } from '../../db/data-map.ts';
import { generatePassword } from '../callers/passwords/passwords.ts';
import { sendLink } from '../callers/registration/mail-links.ts';
import { readUser } from '../callers/present-user.ts';
import type { Deps } from '../services/deps.ts';
import type { Duty } from '../platform/kit/duties.ts';
import { setDuty } from '../callers/change-duty.ts';
import { transact } from '../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../platform/kit/endpoint.ts';
import { invalidField, sentence } from '../platform/kit/errors.ts';
import type * as contract from './contract.ts';

/**
 * Creates an account for somebody. If no password is given, one is made and shown only in this answer. An
 * administrator chooses their own instead, by a link that goes to their address.
 * @throws validation_failed (the password), email_taken
 */
export async function createUser(
  { deps, actor }: Calling<Deps>,
  input: BodyOf<typeof contract.createUser>,
): Promise<ResponseOf<typeof contract.createUser>> {
  const { email, fullName, role } = input;
  const company = input.company || null;
  if (role === 'admin')
    return transact(deps, (tx) =>
      addAdministrator({ deps, tx, actor }, { email, fullName, company, duty: input.duty }),
    );
  const made = input.password === undefined ? generatePassword() : null;
  if (input.password !== undefined) checkNewPassword(input.password, { role });
  const passwordHash = await deps.passwords.hash(made ?? input.password ?? '');
  return transact(deps, async (tx) => {
    const user = await addUser({ deps, tx, actor }, { email, fullName, company, role, passwordHash });
    return made === null ? user : { ...user, password: made };
  });
}

/** Nobody knows an administrator's password but they themselves; nobody else has a duty. @throws validation_failed */
export function requireFitting({ role, password, duty }: BodyOf<typeof contract.createUser>): void {
  if (role === 'admin' && password !== undefined) throw invalidField('password', sentence('adminChooses'));
  if (role !== 'admin' && duty) throw invalidField('duty', sentence('dutyOfAdmins'));
}

/** Adds an administrator, who gets a link to choose a password. Until then nobody can sign in. @throws email_taken */
export async function addAdministrator(
  context: ActingWith<Pick<Deps, 'config'>>,
  { duty, ...person }: Pick<NewAccount, 'email' | 'fullName' | 'company'> & { duty?: Duty | null | undefined },
): Promise<User> {
  const user = await addUser(context, { ...person, role: 'admin', passwordHash: NOBODYS_HASH });
  await sendLink(context.tx, user, 'invitation');
  if (!duty) return user;
  await setDuty(context, user, duty);
  return { ...user, duty };
}

/** Adds the account that an administrator creates. @throws email_taken */
async function addUser(
  { deps: { config }, tx, actor }: ActingWith<Pick<Deps, 'config'>>,
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
  await audit(tx, actor, 'account.created', { subject: email, userId: id, detail: { role } });
  // Read again, so that the key is masked: only its owner may see or rotate it.
  return readUser(tx.db, id);
}
