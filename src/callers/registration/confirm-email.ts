import { and, eq, gt } from 'drizzle-orm';
import { sessions, users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { readLinkId, signLinkId } from '../../platform/mail/link-token.ts';
import { audit } from '../audit.ts';
import { hashToken } from '../credentials.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import { addLink, findLink, invalidLink, takeLink, voidLinks } from './mail-links.ts';
import { reclaimAccount } from './reclaim-account.ts';
import { securityChangedEvent } from '../events.ts';

interface Given {
  token: string;
  password?: string | undefined;
  sessionToken: string | null;
}

interface Confirmed {
  email: string;
  /** Where the account was taken from who had registered it: lets its owner choose a password. */
  resetToken?: string;
}

/**
 * Confirms the address that a link was sent to, where it still is the account's. Who comes with neither a
 * session of that account nor its password may not be who registered it: then all that was made before ends.
 * @param sessionToken the caller's session cookie, where they have one
 * @throws invalid_link, rate_limited, wrong_password
 */
export async function confirmEmail(deps: Deps, { token, password, sessionToken }: Given): Promise<Confirmed> {
  const linkId = readLinkId(deps.config, token);
  const link = linkId && (await findLink(deps, linkId, 'confirm_email'));
  if (!link) throw invalidLink();
  const proven = password === undefined ? null : await confirmPassword(deps, link.userId, password);
  return transact(deps, async (tx) => {
    const { userId } = link;
    // Before the link, as everywhere: of a link used twice at once the second finds none.
    const [account] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update');
    const { email: sentTo } = await takeLink(tx, link.id, 'confirm_email');
    if (account?.email.toLowerCase() !== sentTo.toLowerCase()) throw invalidLink();
    const { email } = account;
    const isFirst = account.emailConfirmedAt === null;
    await tx.db.update(users).set({ emailConfirmedAt: tx.now }).where(eq(users.id, userId));
    await voidLinks(tx, userId, 'confirm_email');
    tx.publish(securityChangedEvent, userId, { userId, what: 'email' });
    await audit(tx, { actorId: userId, action: 'email.confirmed', subject: email, subjectUserId: userId });
    if (
      !isFirst ||
      proven?.passwordHash === account.password ||
      (await isOwnSession(tx, userId, sessionToken))
    )
      return { email };
    await reclaimAccount(tx, { userId, email });
    const { id } = await addLink(tx, { id: userId, email }, 'reset_password');
    return { email, resetToken: signLinkId(deps.config, id) };
  });
}

async function isOwnSession(tx: Transaction, userId: string, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const [session] = await tx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.tokenHash, hashToken(token)),
        gt(sessions.expiresAt, tx.now),
      ),
    );
  return session !== undefined;
}
