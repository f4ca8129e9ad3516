import { eq } from 'drizzle-orm';
import { senderNames } from '../../../db/schema/index.ts';
import { type Acting, audit } from '../../callers/audit.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { decideSenderName, SenderRequest } from './contract.ts';
import { sendersChangedEvent } from './events.ts';
import { isKeptName } from './kept-names.ts';
import { readRequests } from './list-requests.ts';

/**
 * Accepts a sender name, rejects it, or takes an accepted one back; the account is told live and by mail. An accepted
 * name may be accepted again with other countries.
 * @throws not_found, not_allowed_now (it is rejected already), sender_not_allowed (a name that nobody gets)
 */
export async function decideSender(
  { tx, actor }: Acting,
  { nameId, decision }: { nameId: string; decision: BodyOf<typeof decideSenderName> },
): Promise<SenderRequest> {
  const [held] = await tx.db.select().from(senderNames).where(eq(senderNames.id, nameId)).for('update');
  if (!held) throw notFound('Sender name');
  const { name, userId } = held;
  const { status } = decision;
  if (held.status === 'rejected') throw new Problem('not_allowed_now', sentence('senderDecided'));
  if (status === 'accepted' && isKeptName(name)) {
    throw new Problem('sender_not_allowed', sentence('senderReserved', { name }));
  }
  const reason = decision.status === 'rejected' ? decision.reason : null;
  const registeredIn = decision.status === 'accepted' ? decision.registeredIn.toSorted() : [];
  await tx.db
    .update(senderNames)
    .set({ status, reason, registeredIn, decidedAt: tx.now, decidedBy: actor.id })
    .where(eq(senderNames.id, nameId));
  await audit(tx, actor, status === 'accepted' ? 'sender_name.accepted' : 'sender_name.rejected', {
    subject: name,
    userId,
    detail: { nameId, before: held.status, reason, registeredIn },
  });
  tx.publish(sendersChangedEvent, userId, { userId, sender: name, status, reason });
  if (status !== held.status) await writeMail(tx, userId, { kind: 'sender_decided', name, reason });
  const [shown] = await readRequests(tx.db, eq(senderNames.id, nameId), 1);
  if (!shown) throw notFound('Sender name');
  return shown;
}
