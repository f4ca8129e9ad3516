import { and, eq, sql as template } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import { readLinkId } from '../../platform/mail/link-token.ts';
import { audit } from '../audit.ts';
import { invalidLink, takeLink, voidLinks } from './mail-links.ts';
import { securityChangedEvent } from '../events.ts';

/**
 * Confirms the address that a link was sent to, where it still is the account's.
 * @throws invalid_link
 */
export async function confirmEmail(deps: Deps, token: string): Promise<{ email: string }> {
  const linkId = readLinkId(deps.config, token);
  if (!linkId) throw invalidLink();
  return transact(deps, async (tx) => {
    const { userId, email: sentTo } = await takeLink(tx, linkId, 'confirm_email');
    const [confirmed] = await tx.db
      .update(users)
      .set({ emailConfirmedAt: tx.now })
      .where(and(eq(users.id, userId), eq(template`lower(${users.email})`, template`lower(${sentTo})`)))
      .returning({ email: users.email });
    if (!confirmed) throw invalidLink();
    const { email } = confirmed;
    await voidLinks(tx, userId, 'confirm_email');
    tx.publish(securityChangedEvent, userId, { userId, what: 'email' });
    await audit(tx, { actorId: userId, action: 'email.confirmed', subject: email, subjectUserId: userId });
    return { email };
  });
}
