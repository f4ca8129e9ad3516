import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { UserRow } from '../present-user.ts';
import { requireFreeAddress } from './create-account.ts';
import { addLink, sendLink, voidLinks } from './mail-links.ts';

/**
 * Records that a locked account will have another address. It counts once it is confirmed from there. The present
 * address, if it was confirmed, gets a mail with which its owner can stop the change. Earlier links stop working.
 * @throws email_taken
 */
export async function askForEmail(tx: Transaction, account: UserRow, email: string): Promise<void> {
  await requireFreeAddress(tx, account.id, email);
  await voidLinks(tx, account.id);
  await tx.db.update(users).set({ pendingEmail: email }).where(eq(users.id, account.id));
  await sendLink(tx, { id: account.id, email }, 'change_email');
  await tellBefore(tx, account, { kind: 'email_changing', email });
}

/** Tells the present or former address of an account, with a link that undoes the change. */
export async function tellBefore(
  tx: Transaction,
  { id, email: before, emailConfirmedAt }: UserRow,
  { kind, email }: { kind: 'email_changing' | 'email_changed'; email: string },
): Promise<void> {
  // An unconfirmed address may belong to a stranger, who must not be able to stop the change.
  if (!emailConfirmedAt) return;
  await voidLinks(tx, id, 'undo_email');
  const link = await addLink(tx, { id, email: before }, 'undo_email');
  const expiresAt = link.expiresAt.toISOString();
  await writeMail(tx, id, { kind, email, linkId: link.id, expiresAt }, before);
}
