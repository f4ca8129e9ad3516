import { and, eq, isNull } from 'drizzle-orm';
import { accountClosings, users } from '../../../db/schema/index.ts';
import { changeTotals } from '../../platform/totals/total-changes.ts';
import { audit } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { userStatusEvent } from '../events.ts';
import { NOBODYS_HASH } from '../../../db/data-map.ts';
import { invalidLink } from '../registration/mail-links.ts';
import { undoByLink } from '../registration/undo-by-link.ts';
import { notifyReseller } from '../notify-reseller.ts';

/**
 * Gives a closed account back to the owner of its address. Somebody else may have closed it, so the password ends too,
 * and the owner chooses a new one. If an administrator has suspended it meanwhile, it stays suspended.
 * @throws invalid_link
 */
export const undoClosing = (deps: Deps, { token }: { token: string }) =>
  undoByLink(deps, { token, purpose: 'undo_closing' }, async ({ tx, account, link: { userId, email } }) => {
    const [reopened] = await tx.db
      .delete(accountClosings)
      .where(and(eq(accountClosings.userId, userId), isNull(accountClosings.erasedAt)))
      .returning();
    if (!reopened) throw invalidLink();
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
  });
