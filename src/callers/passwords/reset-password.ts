import { and, eq } from 'drizzle-orm';
import type * as contract from '../contract.ts';
import { knownDevices, sessions, users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { readLinkId } from '../../platform/mail/link-token.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { ENDED_DAYS } from '../../platform/mail/contract.ts';
import { type Calling, audit } from '../audit.ts';
import { PASSWORD_CHARACTERS } from '../contract.ts';
import { suspended } from '../caller.ts';
import { type MailLink, findLink, invalidLink, takeLink, voidLinks } from '../registration/mail-links.ts';
import { reclaimAccount, revokeKeys } from '../registration/reclaim-account.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';
import { notTheirs } from '../keys/api-keys.ts';
import { endSessions } from '../sessions/sessions.ts';
import { checkNewPassword } from './check-new-password.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';

/**
 * Checks before a password is typed whether its link still works.
 * @throws invalid_link
 */
export async function checkResetLink(
  deps: Deps,
  { token }: BodyOf<typeof contract.checkResetLink>,
): Promise<ResponseOf<typeof contract.checkResetLink>> {
  const { userId } = await findPasswordLink(deps, token);
  const [owner] = await deps.db.select({ role: users.role }).from(users).where(eq(users.id, userId));
  return { least: owner?.role === 'admin' ? PASSWORD_CHARACTERS.leastOfAdmin : PASSWORD_CHARACTERS.least };
}

/** The link by which an owner asked to choose a password, or with which a new administrator does. @throws invalid_link */
async function findPasswordLink(deps: Deps, token: string): Promise<MailLink> {
  const linkId = readLinkId(deps.config, token);
  const link =
    linkId && ((await findLink(deps, linkId, 'reset_password')) ?? (await findLink(deps, linkId, 'invitation')));
  if (!link) throw invalidLink();
  return link;
}

/**
 * Sets a new password for a person who has the link that was sent. All sessions, streams and API keys of the
 * account end, and so does what was made or changed in it within 30 days: passkeys, webhooks, what numbers do with
 * calls and messages, the host name of a portal, and all SIP credentials. It does not sign the person in, so that the sign-in still asks for a second factor. If the
 * address was not confirmed yet, somebody else may have registered the account: then second factors, passkeys
 * and webhooks end as well.
 * @throws invalid_link, validation_failed (the password), account_suspended
 */
export async function resetPassword(deps: Deps, input: BodyOf<typeof contract.resetPassword>): Promise<undefined> {
  const link = await findPasswordLink(deps, input.token);
  const [owner] = await deps.db.select({ role: users.role }).from(users).where(eq(users.id, link.userId));
  checkNewPassword(input.password, { role: owner?.role ?? 'user' });
  // Hashing is slow, so it is done before a connection is taken.
  const password = await deps.passwords.hash(input.password);
  await transact(deps, async (tx) => {
    const { userId } = link;
    // The account is locked before the link, as everywhere: if a link is used twice at once, the second use
    // finds it gone.
    const [account] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update');
    const { email } = await takeLink(tx, link.id, link.purpose);
    if (!account) throw invalidLink();
    if (account.status !== 'active') throw suspended();
    await voidLinks(tx, userId, 'reset_password');
    await voidLinks(tx, userId, 'invitation');
    if (!account.emailConfirmedAt) await reclaimAccount(tx, { userId, email });
    await tx.db
      .update(users)
      // A person who has read the mail has shown that the address is theirs.
      .set({ password, emailConfirmedAt: account.emailConfirmedAt ?? tx.now, updatedAt: tx.now })
      .where(eq(users.id, userId));
    const endedSessions = await tx.db
      .delete(sessions)
      .where(eq(sessions.userId, userId))
      .returning({ id: sessions.id });
    await tx.db.delete(knownDevices).where(eq(knownDevices.userId, userId));
    const keysRevoked = await revokeKeys(tx, userId);
    const since = new Date(tx.now.getTime() - ENDED_DAYS * DAY_MS);
    const ended = await deps.onReset(tx, { userId, since });
    tx.endCredentials({ userId });
    await audit(tx, userId, 'password.reset', {
      subject: email,
      userId,
      detail: { sessionsEnded: endedSessions.length, keysRevoked, ended },
    });
    await writeMail(tx, userId, { kind: 'password_changed', keysRevoked, ended });
  });
}

/**
 * Changes an account's password and ends its other sessions, with their streams. The account's present
 * password is needed, even if an administrator changes it. Nobody changes another administrator's. API keys
 * end if the request asks for it.
 * @throws rate_limited, not_found, wrong_password, forbidden, validation_failed (the new password)
 */
export async function changePassword(
  { deps, actor }: Calling<Deps>,
  { userId, input }: { userId: string; input: BodyOf<typeof contract.changePassword> },
): Promise<undefined> {
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
