import { eq, sql as template } from 'drizzle-orm';
import { smsMessages } from '../../../../db/schema/index.ts';
import { type Acting, audit } from '../../../callers/audit.ts';
import type { RawJson } from '../../../platform/kit/answer.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { addSendJobSql } from '../delivery/message-job.ts';
import { countsOf } from '../delivery/message-status.ts';
import { messageStatusEvent } from '../events.ts';
import { readSms } from '../history/list.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import { checkSendAt, requireNear } from './check-send-at.ts';
import { lockMessage } from './lock-message.ts';

/**
 * Gives a scheduled message another time. It was charged when it was accepted, so its price stays; the new time is at
 * most as far from then as any message may be scheduled.
 * @param sendAt ISO 8601
 * @returns the message
 * @throws not_found, validation_failed (sendAt), not_allowed_now (it was cancelled, or some of it is on its way)
 */
export async function moveSms(
  { tx, actor }: Acting,
  { owner, message: id, sendAt }: { owner: string; message: string; sendAt: string },
): Promise<RawJson> {
  const message = await lockMessage(tx, { owner, message: id });
  const at = checkSendAt(sendAt, tx.now) ?? tx.now;
  requireNear(at, message.sentAt);
  if (message.status !== 'scheduled' || message.heldAt) throw onItsWay();
  // A carrier may be taking some of them at this moment: then its transaction is waited for, and none is moved.
  const [moved] = await tx.db.execute<{ count: number; bulk: boolean }>(template`
    with moved as (
      update sms_recipients set due_at = ${at.toISOString()}::timestamptz
      where message_id = ${id}::uuid and status = 'queued' returning bulk
    )
    select count(*)::integer as count, coalesce(bool_or(bulk), false) as bulk from moved`);
  if (moved?.count !== message.queuedCount) throw onItsWay();
  await tx.db.update(smsMessages).set({ sendAt: at }).where(eq(smsMessages.id, id));
  await tx.db.execute(template`
    select ${addSendJobSql({
      messageId: template`${id}::uuid`,
      bulk: template`${moved.bulk}::boolean`,
      delay: template`${at.getTime() - tx.now.getTime()}::float8 * interval '1 millisecond'`,
    })}`);
  const { userId, status, provider, actualCost } = message;
  tx.publish(messageStatusEvent, userId, {
    ...{ id, status, provider },
    actualCost: formatMoney(actualCost, 4),
    counts: countsOf(message),
    recipients: [],
  });
  await audit(tx, actor, 'message.moved', {
    subject: id,
    userId: owner,
    detail: { from: message.sendAt?.toISOString() ?? null, to: at.toISOString(), recipients: moved.count },
  });
  return readSms(tx.db, owner, id);
}

const onItsWay = () => new Problem('not_allowed_now', sentence('alreadySent'));
