import { and, eq, gt } from 'drizzle-orm';
import { mailLinks } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import {
  CONFIRM_EMAIL_MINUTES,
  INVITATION_MINUTES,
  RESET_PASSWORD_MINUTES,
  UNDO_CLOSING_DAYS,
  UNDO_EMAIL_DAYS,
} from '../../platform/mail/contract.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

export type MailLink = typeof mailLinks.$inferSelect;

const MINUTES: Record<MailLink['purpose'], number> = {
  confirm_email: CONFIRM_EMAIL_MINUTES,
  reset_password: RESET_PASSWORD_MINUTES,
  invitation: INVITATION_MINUTES,
  change_email: CONFIRM_EMAIL_MINUTES,
  undo_email: UNDO_EMAIL_DAYS * 24 * 60,
  undo_closing: UNDO_CLOSING_DAYS * 24 * 60,
};

/**
 * Writes a mail with a link. The link works once, for a limited time, and only for the address that the mail goes to.
 */
export async function sendLink(
  tx: Transaction,
  { id: userId, email }: { id: string; email: string },
  purpose: 'confirm_email' | 'reset_password' | 'invitation' | 'change_email',
): Promise<void> {
  const { id, expiresAt } = await addLink(tx, { id: userId, email }, purpose);
  await writeMail(tx, userId, { kind: purpose, linkId: id, expiresAt: expiresAt.toISOString() }, email);
}

/** A link that works once and for a limited time. The caller sends it. */
export async function addLink(
  tx: Transaction,
  { id: userId, email }: { id: string; email: string },
  purpose: MailLink['purpose'],
): Promise<MailLink> {
  const id = newId(tx.clock);
  const expiresAt = new Date(tx.now.getTime() + MINUTES[purpose] * MINUTE_MS);
  const link = { id, userId, purpose, email, expiresAt };
  await tx.db.insert(mailLinks).values(link);
  return link;
}

/** A link that still works, or undefined. It keeps working. */
export async function findLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  purpose: MailLink['purpose'],
): Promise<MailLink | undefined> {
  const [link] = await db
    .select()
    .from(mailLinks)
    .where(isGood(id, purpose, clock.now()));
  return link;
}

/**
 * Uses a link up: if two requests bring it at once, only one succeeds.
 * @throws invalid_link
 */
export async function takeLink(tx: Transaction, id: string, purpose: MailLink['purpose']): Promise<MailLink> {
  const [link] = await tx.db
    .delete(mailLinks)
    .where(isGood(id, purpose, tx.now))
    .returning();
  if (!link) throw invalidLink();
  return link;
}

const isGood = (id: string, purpose: MailLink['purpose'], now: Date) =>
  and(eq(mailLinks.id, id), eq(mailLinks.purpose, purpose), gt(mailLinks.expiresAt, now));

/** Ends an account's links, all of them or those for one purpose. */
export async function voidLinks(tx: Transaction, userId: string, purpose?: MailLink['purpose']): Promise<void> {
  await tx.db
    .delete(mailLinks)
    .where(and(eq(mailLinks.userId, userId), purpose ? eq(mailLinks.purpose, purpose) : undefined));
}

/** The answer to a link that is forged, used or too old. It does not say which. */
export const invalidLink = () => new Problem('invalid_link', sentence('linkDead'));
