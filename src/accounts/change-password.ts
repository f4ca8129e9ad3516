import { and, eq, ne } from 'drizzle-orm';
import { sessions, users } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../events/transact.ts';
import type { BodyOf } from '../kit/endpoint.ts';
import { notFound, Problem } from '../kit/errors.ts';
import { audit } from './audit.ts';
import type * as contract from './contract.ts';
import type { Actor } from './guards.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { countAttempt, forgetAttempt, passwordLimit } from './throttle.ts';

/**
 * Changes an account's password and ends its other sessions, with their streams. The password asked for
 * is the account's own, whoever changes it; API keys are left alone.
 * @throws rate_limited, not_found, wrong_password
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  userId: string,
  input: BodyOf<typeof contract.changePassword>,
): Promise<void> {
  const limit = passwordLimit(userId);
  await countAttempt(deps, limit);
  const [account] = await deps.db
    .select({ email: users.email, password: users.password })
    .from(users)
    .where(eq(users.id, userId));
  if (!account) throw notFound('User');
  if (!(await verifyPassword(input.currentPassword, account.password))) throw wrongPassword();
  await forgetAttempt(deps, limit);
  // Hashing takes its time, and no connection waits for it.
  const password = await hashPassword(input.newPassword);
  await transact(deps, async (tx) => {
    const [changed] = await tx.db
      .update(users)
      .set({ password, updatedAt: tx.now })
      .where(and(eq(users.id, userId), eq(users.password, account.password)))
      .returning({ id: users.id });
    // Another change was quicker: the password given is the current one no more.
    if (!changed) throw wrongPassword();
    const ended = await tx.db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, actor.credentialId)))
      .returning({ id: sessions.id });
    for (const { id } of ended) tx.endCredentials({ userId, only: id });
    await audit(tx, {
      ...{ actorId: actor.id, action: 'password.changed', subject: account.email, subjectUserId: userId },
      detail: { sessionsEnded: ended.length },
    });
  });
}

const wrongPassword = () =>
  new Problem('wrong_password', 'The current password is wrong', {
    fields: [{ path: 'currentPassword', message: 'The current password is wrong' }],
  });
