import { and, eq, sql as template } from 'drizzle-orm';
import { audit } from '../../../callers/audit.ts';
import type { Actor } from '../../../callers/guards.ts';
import { smsMessages } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { RawJson } from '../../../platform/kit/answer.ts';
import { notFound, Problem } from '../../../platform/kit/errors.ts';
import type { GivenBack } from '../../../money/allowances/count-spend.ts';
import { add, formatMoney, parseMoney, subtract, ZERO } from '../../../platform/kit/money.ts';
import { CANCELLED } from '../delivery/apply-changes.ts';
import { readSms } from '../history/list.ts';
import { refundRecipients } from '../delivery/refund-recipients.ts';
import { sendJobKey } from '../delivery/message-job.ts';
import { messageStatus } from '../delivery/message-status.ts';
import { messageStatusEvent } from '../events.ts';

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
  const stopped = await stopQueued(tx, id);
  if (stopped.recipients === 0) {
    throw new Problem('not_allowed_now', 'This message has already been sent');
  }
  const counts = {
    queued: message.queuedCount - stopped.recipients,
    sent: message.sentCount,
    delivered: message.deliveredCount,
    failed: message.failedCount + stopped.recipients,
    unknown: message.unknownCount,
  };
  const amount = stopped.given.map((each) => each.amount).reduce(add, ZERO);
  const actualCost = subtract(message.actualCost, amount);
  const status = messageStatus(counts, true);
  await tx.db
    .update(smsMessages)
    .set({
      queuedCount: counts.queued,
      failedCount: counts.failed,
      status,
      actualCost,
      cancelledAt: tx.now,
    })
    .where(eq(smsMessages.id, id));
  await refundRecipients(tx, message, {
    given: stopped.given,
    whom: stopped.recipients === 1 ? stopped.number : `${stopped.recipients} recipients`,
  });
  await audit(tx, {
    actorId: actor.id,
    action: 'message.cancelled',
    subject: id,
    subjectUserId: owner,
    detail: { recipients: stopped.recipients, refunded: formatMoney(amount, 4) },
  });
  tx.publish(messageStatusEvent, owner, {
    id,
    status,
    counts,
    provider: message.provider,
    actualCost: formatMoney(actualCost, 4),
    recipients: [],
  });
  return readSms(tx.db, owner, id);
}

interface Stopped {
  recipients: number;
  /** One of them. */
  number: string;
  /** Of many numbers that begin alike, one stands for all. */
  given: GivenBack;
}

interface StoppedRow extends Record<string, unknown> {
  recipients: number;
  number: string;
  cost: string;
}

/** Grouped by more digits than any calling code has, so that 100,000 recipients are few rows. */
async function stopQueued(tx: Transaction, messageId: string): Promise<Stopped> {
  const rows = await tx.db.execute<StoppedRow>(template`
    with stopped as (
      update sms_recipients r
      set status = 'failed', cost = 0, error = ${CANCELLED}, settled_at = ${tx.now.toISOString()}::timestamptz
      from (
        select message_id, id, cost from sms_recipients
        where message_id = ${messageId}::uuid and status = 'queued' for update
      ) o
      where r.message_id = o.message_id and r.id = o.id
      returning o.cost, r.number
    ),
    job as materialized (select graphile_worker.remove_job(${sendJobKey(template`${messageId}`)}))
    select count(s.number)::integer as recipients, coalesce(sum(s.cost), 0)::text as cost,
      coalesce(min(s.number), '') as number
    from job left join stopped s on true
    group by left(s.number, 4)`);
  return {
    recipients: rows.reduce((sum, { recipients }) => sum + recipients, 0),
    number: rows[0]?.number ?? '',
    given: rows.map(({ number, cost }) => ({ number, amount: parseMoney(cost) })),
  };
}
