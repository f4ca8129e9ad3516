import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { fieldError, notFound, Problem } from '../../platform/kit/errors.ts';
import type { User } from '../contract.ts';
import { countAttempt, forgetAttempt, passwordLimit } from '../throttle.ts';
import { fault } from '../../platform/kit/faults.ts';

/**
 * Asks for an account's own password before an action for which its session alone is not enough. No database
 * connection waits meanwhile, so the transaction that follows must check that the hash is still the same.
 * @param field the field of the request that has the password
 * @throws rate_limited, not_found, wrong_password
 */
export async function confirmPassword(
  deps: Deps,
  { userId, password }: { userId: string; password: string },
  field: 'password' | 'currentPassword' = 'password',
): Promise<{ email: string; passwordHash: string; role: User['role'] }> {
  const limit = passwordLimit(userId);
  await countAttempt(deps, limit);
  const [account] = await deps.db
    .select({ email: users.email, passwordHash: users.password, role: users.role })
    .from(users)
    .where(eq(users.id, userId));
  if (!account) throw notFound('User');
  if (!(await deps.passwords.verify(password, account.passwordHash))) throw wrongPassword(field);
  await forgetAttempt(deps, limit);
  return account;
}

/** The answer to a wrong password, or to one that another change has just replaced. */
export const wrongPassword = (field: 'password' | 'currentPassword') =>
  new Problem('wrong_password', fault('passwordWrong'), { fields: [fieldError(field, fault('passwordWrong'))] });
