import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import { readLinkId, signLinkId } from '../../platform/mail/link-token.ts';
import { audit } from '../audit.ts';
import { securityChangedEvent } from '../events.ts';
import { UNDO_EMAIL_DAYS } from '../../platform/mail/contract.ts';
import { storeEmail } from './create-account.ts';
import { addLink, findLink, invalidLink, takeLink } from './mail-links.ts';
import { reclaimAccount } from './reclaim-account.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/**
 * Gives an account back to its former address, or stops a change that is not confirmed yet. The person who
 * asked for the change may still be in the account, so sessions, keys, the password and the factors added
 * since then end.
 * @throws invalid_link, email_taken
 */
export async function undoEmail(
  deps: Deps,
  { token }: { token: string },
): Promise<{ email: string; resetToken: string }> {
  const linkId = readLinkId(deps.config, token);
  const link = linkId && (await findLink(deps, linkId, 'undo_email'));
  if (!link) throw invalidLink();
  return transact(deps, async (tx) => {
    const { userId, email } = link;
    // The account is locked before the link, as everywhere. Where a link is used twice at once, the second
    // use finds it gone.
    const [account] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update');
    const { expiresAt } = await takeLink(tx, link.id, 'undo_email');
    if (!account) throw invalidLink();
    await storeEmail(tx, userId, email);
    tx.publish(securityChangedEvent, userId, { userId, what: 'email' });
    await audit(tx, userId, 'email.change_undone', {
      subject: email,
      userId,
      detail: { from: account.email, to: email },
    });
    const factorsSince = new Date(expiresAt.getTime() - UNDO_EMAIL_DAYS * DAY_MS);
    await reclaimAccount(tx, { userId, email, factorsSince });
    const { id } = await addLink(tx, { id: userId, email }, 'reset_password');
    return { email, resetToken: signLinkId(deps.config, id) };
  });
}
