import { eq, and } from 'drizzle-orm';
import { senderNames } from '../../../db/schema/index.ts';
import { lockUser } from '../../callers/require-user.ts';
import { type Acting, type Owned, audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, fieldError, notFound, sentence } from '../../platform/kit/errors.ts';
import type { Sentence } from '../../platform/kit/faults.ts';
import { newId } from '../../platform/kit/ids.ts';
import { MAX_SENDERS, type SenderName } from './contract.ts';
import { sendersChangedEvent } from './events.ts';
import { isKeptName } from './kept-names.ts';
import { presentSender, type SenderRow } from './present-sender.ts';

/** The digits of a short code; a longer number is proved by a code and not registered. */
const SHORT_CODE = /^\d{3,6}$/;

/**
 * Registers a sender name, or a short code, for an administrator to accept. A rejected name may be registered again,
 * with a better purpose.
 * @throws not_found, not_allowed_now (registered already; too many), sender_not_allowed (a name that
 *   nobody gets; a number)
 */
export async function requestSender(
  { tx, actor }: Acting,
  { userId, name, purpose }: { userId: string; name: string; purpose: string },
): Promise<SenderName> {
  if (isKeptName(name)) throw refused(sentence('senderReserved', { name }));
  if (!/[A-Za-z]/.test(name) && !SHORT_CODE.test(name)) throw refused(sentence('senderNoNumber'));
  const known = await lockNames(tx, userId);
  const same = known.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (same && same.status !== 'rejected') throw new Problem('not_allowed_now', sentence('senderTaken', { name }));
  if (!same && known.length >= MAX_SENDERS) {
    throw new Problem('not_allowed_now', sentence('sendersFull', { count: MAX_SENDERS }));
  }
  const asked = {
    name,
    purpose,
    status: 'requested',
    reason: null,
    requestedAt: tx.now,
    decidedAt: null,
    decidedBy: null,
  } as const;
  const [row] = same
    ? await tx.db.update(senderNames).set(asked).where(eq(senderNames.id, same.id)).returning()
    : await tx.db
        .insert(senderNames)
        .values({ id: newId(tx.clock), userId, ...asked })
        .returning();
  if (!row) throw new Error('a sender name that was just written is not there');
  tx.publish(sendersChangedEvent, userId, { userId, sender: name, status: 'requested', reason: null });
  await audit(tx, actor, 'sender_name.requested', { subject: name, userId, detail: { nameId: row.id } });
  return presentSender(row);
}

const refused = (words: Sentence) => new Problem('sender_not_allowed', words, { fields: [fieldError('name', words)] });

/** The account's row is locked, so that two simultaneous requests are answered one after the other. */
async function lockNames(tx: Transaction, userId: string): Promise<SenderRow[]> {
  await lockUser(tx, userId);
  return tx.db.select().from(senderNames).where(eq(senderNames.userId, userId));
}

/** Removes a sender name: what waits in the queue is not sent from it. @throws not_found */
export async function removeSender({ tx, actor }: Acting, { userId, nameId }: Owned<'nameId'>): Promise<undefined> {
  const [gone] = await tx.db
    .delete(senderNames)
    .where(and(eq(senderNames.id, nameId), eq(senderNames.userId, userId)))
    .returning({ name: senderNames.name });
  if (!gone) throw notFound('Sender name');
  tx.publish(sendersChangedEvent, userId, { userId, sender: gone.name, status: null, reason: null });
  await audit(tx, actor, 'sender_name.removed', { subject: gone.name, userId, detail: { nameId } });
}
