import { and, eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { type Calling, audit } from '../audit.ts';
import { checkNewPassword } from './check-new-password.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import type * as contract from '../contract.ts';
import { notTheirs } from '../keys/api-keys.ts';
import { voidLinks } from '../registration/mail-links.ts';
import { revokeKeys } from '../registration/reclaim-account.ts';
import { endSessions } from '../sessions/sessions.ts';

/**
 * Changes an account's password and ends its other sessions, with their streams. The account's present
 * password is needed, even if an administrator changes it. Nobody changes another administrator's. API keys
 * end if the request asks for it.
 * @throws rate_limited, not_found, wrong_password, forbidden, validation_failed (the new password)
 */
export async function changePassword(
  { deps, actor }: Calling<Deps>,
  { userId, input }: { userId: string; input: BodyOf<typeof contract.changePassword> },
): Promise<void> {
  const account = await confirmPassword(deps, { userId, password: input.currentPassword }, 'currentPassword');
  if (account.role === 'admin' && actor.id !== userId) throw notTheirs();
  checkNewPassword(input.newPassword, { role: account.role, field: 'newPassword' });
  // Hashing is slow, so it is done before a connection is taken.
  const password = await deps.passwords.hash(input.newPassword);
  await transact(deps, async (tx) => {
    const [changed] = await tx.db
      .update(users)
      .set({ password, updatedAt: tx.now })
      .where(and(eq(users.id, userId), eq(users.password, account.passwordHash)))
      .returning({ id: users.id });
    // Another change was faster: the given password is no longer the present one.
    if (!changed) throw wrongPassword('currentPassword');
    const sessionsEnded = await endSessions(tx, userId, actor.credentialId);
    await voidLinks(tx, userId, 'reset_password');
    const keysRevoked = input.revokeKeys ? await revokeKeys(tx, userId) : 0;
    await writeMail(tx, userId, { kind: 'password_changed', keysRevoked });
    await audit(tx, actor, 'password.changed', {
      subject: account.email,
      userId,
      detail: { sessionsEnded, keysRevoked },
    });
  });
}
