import { and, eq, gt } from 'drizzle-orm';
import { sessions, users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { readLinkId, signLinkId } from '../../platform/mail/link-token.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { audit } from '../audit.ts';
import type { UserRow } from '../present-user.ts';
import { hashToken } from '../credentials.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import { addLink, findLink, invalidLink, takeLink, voidLinks } from './mail-links.ts';
import { requireFreeAddress, storeEmail } from './create-account.ts';
import { tellBefore } from './email-change.ts';
import { reclaimAccount } from './reclaim-account.ts';
import { securityChangedEvent } from '../events.ts';

interface Given {
  token: string;
  password?: string | undefined;
  sessionToken: string | null;
}

interface Confirmed {
  email: string;
  /** If the account was taken from the person who had registered it: with this its owner can choose a password. */
  resetToken?: string;
}

/**
 * Confirms the address that a link was sent to, if it still is the account's. A person without a session of that
 * account and without its password may not be the person who registered it: then everything that was made before ends.
 * @param sessionToken the caller's session cookie, if they have one
 * @throws invalid_link, rate_limited, wrong_password; for a change also forbidden (neither session nor password) and
 * email_taken
 */
export async function confirmEmail(deps: Deps, { token, password, sessionToken }: Given): Promise<Confirmed> {
  const linkId = readLinkId(deps.config, token);
  const link =
    linkId && ((await findLink(deps, linkId, 'confirm_email')) ?? (await findLink(deps, linkId, 'change_email')));
  if (!link) throw invalidLink();
  const proven = password === undefined ? null : await confirmPassword(deps, { userId: link.userId, password });
  return transact(deps, async (tx) => {
    const { userId } = link;
    // The account is locked before the link, as everywhere: if a link is used twice at once, the second use
    // finds it gone.
    const [account] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update');
    const { email: sentTo } = await takeLink(tx, link.id, link.purpose);
    if (!account) throw invalidLink();
    const isProven = proven?.passwordHash === account.password || (await isOwnSession(tx, userId, sessionToken));
    if (link.purpose === 'change_email') {
      if (!isProven) throw signInFirst();
      return confirmChange(tx, account, sentTo);
    }
    if (account.email.toLowerCase() !== sentTo.toLowerCase()) throw invalidLink();
    const { email } = account;
    const isFirst = account.emailConfirmedAt === null;
    await tx.db.update(users).set({ emailConfirmedAt: tx.now }).where(eq(users.id, userId));
    await voidLinks(tx, userId, 'confirm_email');
    tx.publish(securityChangedEvent, userId, { userId, what: 'email' });
    await audit(tx, userId, 'email.confirmed', { subject: email, userId });
    if (isFirst) await deps.onConfirmed(tx, { userId, email });
    if (!isFirst || isProven) return { email };
    await reclaimAccount(tx, { userId, email });
    const { id } = await addLink(tx, { id: userId, email }, 'reset_password');
    return { email, resetToken: signLinkId(deps.config, id) };
  });
}

/** From now on the account has the new address; the former address can undo this. */
async function confirmChange(tx: Transaction, account: UserRow, email: string): Promise<Confirmed> {
  const { id: userId } = account;
  if (account.pendingEmail?.toLowerCase() !== email.toLowerCase()) throw invalidLink();
  await requireFreeAddress(tx, userId, email);
  await storeEmail(tx, userId, email);
  await voidLinks(tx, userId);
  await tellBefore(tx, account, { kind: 'email_changed', email });
  tx.publish(securityChangedEvent, userId, { userId, what: 'email' });
  await audit(tx, userId, 'email.changed', { subject: email, userId, detail: { from: account.email, to: email } });
  return { email };
}

/** A stranger who reads the mail must not get somebody's account. */
const signInFirst = () =>
  new Problem('forbidden', 'Sign in, or give the password of the account, to confirm its new address');

async function isOwnSession(tx: Transaction, userId: string, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const [session] = await tx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, tx.now)));
  return session !== undefined;
}
