import { and, eq, isNull } from 'drizzle-orm';
import { accountClosings, users } from '../../../db/schema/index.ts';
import { transact } from '../../platform/events/transact.ts';
import { readLinkId, signLinkId } from '../../platform/mail/link-token.ts';
import { changeTotals } from '../../platform/totals/total-changes.ts';
import { audit } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { userStatusEvent } from '../events.ts';
import { NOBODYS_HASH } from '../../../db/data-map.ts';
import { addLink, findLink, invalidLink, takeLink } from '../registration/mail-links.ts';
import { notifyReseller } from '../notify-reseller.ts';

/**
 * Gives a closed account back to the owner of its address. Somebody else may have closed it, so the password
 * ends too, and the owner chooses a new one. If an administrator has suspended it meanwhile, it stays
 * suspended.
 * @throws invalid_link
 */
export async function undoClosing(
  deps: Deps,
  { token }: { token: string },
): Promise<{ email: string; resetToken: string }> {
  const linkId = readLinkId(deps.config, token);
  const link = linkId && (await findLink(deps, linkId, 'undo_closing'));
  if (!link) throw invalidLink();
  return transact(deps, async (tx) => {
    const { userId, email } = link;
    // The account is locked before the link, as everywhere: if a link is used twice at once, the second use
    // finds it gone.
    const [account] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update');
    await takeLink(tx, link.id, 'undo_closing');
    const [reopened] = await tx.db
      .delete(accountClosings)
      .where(and(eq(accountClosings.userId, userId), isNull(accountClosings.erasedAt)))
      .returning();
    if (!account || !reopened) throw invalidLink();
    const status = account.suspendedByAdmin ? 'suspended' : 'active';
    await tx.db
      .update(users)
      // A person who has read the mail has shown that the address is theirs.
      .set({ status, password: NOBODYS_HASH, emailConfirmedAt: account.emailConfirmedAt ?? tx.now, updatedAt: tx.now })
      .where(eq(users.id, userId));
    if (status === 'active') await changeTotals(tx, { activeUsers: 1 });
    tx.publish(userStatusEvent, userId, { userId, status });
    notifyReseller(tx, account.resellerId, userId);
    await audit(tx, userId, 'account.closing_undone', { subject: email, userId });
    const { id } = await addLink(tx, { id: userId, email }, 'reset_password');
    return { email, resetToken: signLinkId(deps.config, id) };
  });
}
