import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { readLinkId, signLinkId } from '../../platform/mail/link-token.ts';
import type { Deps } from '../deps.ts';
import { addLink, findLink, invalidLink, type MailLink, takeLink } from './mail-links.ts';

interface Undone {
  tx: Transaction;
  account: typeof users.$inferSelect;
  link: MailLink;
}

/** Takes back what a mail has told of, and gives the owner of its address the way to a new password. @throws invalid_link */
export async function undoByLink(
  deps: Deps,
  { token, purpose }: { token: string; purpose: 'undo_email' | 'undo_closing' },
  undo: (undone: Undone) => Promise<void>,
): Promise<{ email: string; resetToken: string }> {
  const linkId = readLinkId(deps.config, token);
  const found = linkId && (await findLink(deps, linkId, purpose));
  if (!found) throw invalidLink();
  return transact(deps, async (tx) => {
    // The account is locked before the link, as everywhere. Where a link is used twice at once, the second use finds it gone.
    const [account] = await tx.db.select().from(users).where(eq(users.id, found.userId)).for('update');
    const link = await takeLink(tx, found.id, purpose);
    if (!account) throw invalidLink();
    await undo({ tx, account, link });
    const { id } = await addLink(tx, { id: account.id, email: link.email }, 'reset_password');
    return { email: link.email, resetToken: signLinkId(deps.config, id) };
  });
}
