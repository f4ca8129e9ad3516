import { and, eq } from 'drizzle-orm';
import { smsMessages } from '../../../../db/schema/index.ts';
import { audit } from '../../../callers/audit.ts';
import type { Actor } from '../../../callers/guards.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { RawJson } from '../../../platform/kit/answer.ts';
import { notFound, Problem } from '../../../platform/kit/errors.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import { CANCELLED } from '../delivery/apply-changes.ts';
import { stopWaiting } from '../delivery/stop-waiting.ts';
import { readSms } from '../history/list.ts';

/**
 * Stops a message: the recipients that it has not left for are refunded, what has left goes on.
 * @returns the message
 * @throws not_found, not_allowed_now (it has left for all)
 */
export async function cancelSms(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { owner, message: id }: { owner: string; message: string },
): Promise<RawJson> {
  const [message] = await tx.db
    .select()
    .from(smsMessages)
    .where(and(eq(smsMessages.id, id), eq(smsMessages.userId, owner)))
    .for('update');
  if (!message) throw notFound('Message');
  const { recipients, refunded } = await stopWaiting(tx, message, CANCELLED);
  if (recipients === 0) throw new Problem('not_allowed_now', 'This message has already been sent');
  await audit(tx, {
    actorId: actor.id,
    action: 'message.cancelled',
    subject: id,
    subjectUserId: owner,
    detail: { recipients, refunded: formatMoney(refunded, 4) },
  });
  return readSms(tx.db, owner, id);
}
