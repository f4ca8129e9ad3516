import { eq } from 'drizzle-orm';
import { accountClosings, users } from '../../../db/schema/index.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { changeTotals } from '../../platform/totals/total-changes.ts';
import { type Acting, audit } from '../audit.ts';
import { userStatusEvent } from '../events.ts';
import type { UserRow } from '../present-user.ts';
import { addLink } from '../registration/mail-links.ts';
import { endAccess } from '../registration/reclaim-account.ts';
import { notifyReseller } from '../notify-reseller.ts';

/**
 * Shuts an account that its owner closes, or has closed by an administrator. Every way into it ends at once, and the owner gets a mail with a
 * link that undoes the closing. Until it is erased, the account behaves like a suspended one. The caller has
 * checked that it may be closed, and has locked its row.
 * @param detail for the audit log: what is given up
 * @returns when the personal data is erased
 */
export async function shutAccount(
  { tx, actor }: Acting,
  { account, detail }: { account: UserRow; detail: Record<string, unknown> },
): Promise<Date> {
  const { id: userId, email } = account;
  await tx.db
    .update(users)
    .set({ status: 'suspended', pendingEmail: null, updatedAt: tx.now })
    .where(eq(users.id, userId));
  if (account.status === 'active') await changeTotals(tx, { activeUsers: -1 });
  // The event comes first, so that it still reaches the streams that are about to be closed.
  tx.publish(userStatusEvent, userId, { userId, status: 'suspended' });
  await endAccess(tx, userId);
  notifyReseller(tx, account.resellerId, userId);
  const link = await addLink(tx, { id: userId, email }, 'undo_closing');
  await tx.db.insert(accountClosings).values({ userId, closedAt: tx.now, eraseAt: link.expiresAt, erasedAt: null });
  const expiresAt = link.expiresAt.toISOString();
  await writeMail(tx, userId, { kind: 'account_closed', linkId: link.id, expiresAt });
  await audit(tx, actor, 'account.closed', { subject: email, userId, detail });
  return link.expiresAt;
}
