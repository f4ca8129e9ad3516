import { eq, sql as template } from 'drizzle-orm';
import { smsMessages } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { GivenBack } from '../../../money/allowances/count-spend.ts';
import { add, formatMoney, type Money, parseMoney, subtract, ZERO } from '../../../platform/kit/money.ts';
import { queueReports, type SmppEnd } from '../smpp/queue-deliveries.ts';
import { messageStatusEvent } from '../events.ts';
import { refundRecipients } from './refund-recipients.ts';
import { sendJobKey } from './message-job.ts';
import { CANCELLED, countsOf, messageStatus } from './message-status.ts';

/**
 * Stops the recipients of a message that wait in the queue, refunds them and tells the owner. What a carrier already
 * has is not stopped, but it is not sent again if the carrier gives it back.
 * @param message locked by this transaction
 * @param words the customer's text for each recipient
 * @returns how many recipients were stopped, and their refund
 */
export async function stopWaiting(
  tx: Transaction,
  message: typeof smsMessages.$inferSelect,
  words: string,
): Promise<{ recipients: number; refunded: Money }> {
  const { id, userId, provider } = message;
  const stopped = await stopQueued(tx, id, words);
  const refunded = stopped.given.map((each) => each.amount).reduce(add, ZERO);
  if (stopped.recipients === 0) return { recipients: 0, refunded };
  await queueReports(tx, await reportedEnds(tx, id));
  const before = countsOf(message);
  const counts = { ...before, queued: before.queued - stopped.recipients, failed: before.failed + stopped.recipients };
  const actualCost = subtract(message.actualCost, refunded);
  const status = messageStatus(counts, true);
  // The account before the message: its days are locked with that.
  await refundRecipients(tx, message, {
    given: stopped.given,
    counted: stopped.counted,
    count: stopped.recipients,
    number: stopped.number,
  });
  await tx.db
    .update(smsMessages)
    .set({
      queuedCount: counts.queued,
      failedCount: counts.failed,
      cancelledCount: message.cancelledCount + (words === CANCELLED ? stopped.recipients : 0),
      status,
      actualCost,
      cancelledAt: tx.now,
      ...{ heldAt: null, heldFor: null },
    })
    .where(eq(smsMessages.id, id));
  tx.publish(messageStatusEvent, userId, {
    id,
    status,
    counts,
    provider,
    actualCost: formatMoney(actualCost, 4),
    recipients: [],
  });
  return { recipients: stopped.recipients, refunded };
}

/** Those that were stopped, where a customer's gateway asked for reports. */
async function reportedEnds(tx: Transaction, messageId: string): Promise<SmppEnd[]> {
  const rows = await tx.db.execute<{ number: string }>(template`
    select r.number from smpp_messages m join sms_recipients r on r.message_id = m.message_id
    where m.message_id = ${messageId}::uuid and r.status = 'failed'
      and r.settled_at = ${tx.now.toISOString()}::timestamptz`);
  return rows.map(({ number }) => ({ messageId, number, status: 'cancelled' }));
}

interface Stopped {
  recipients: number;
  /** One of the stopped numbers. */
  number: string;
  /** One number stands for all with the same beginning. */
  given: GivenBack;
  /** The amount that they count against the spend limits. */
  counted: GivenBack;
}

interface StoppedRow extends Record<string, unknown> {
  recipients: number;
  number: string;
  cost: string;
  counted: string;
}

/** Grouped by more digits than any calling code has, so that 100,000 recipients become a few rows. */
async function stopQueued(tx: Transaction, messageId: string, words: string): Promise<Stopped> {
  const rows = await tx.db.execute<StoppedRow>(template`
    with stopped as (
      update sms_recipients r
      set status = 'failed', cost = 0, margin = case when r.margin is null then null else 0 end, error = ${words}, settled_at = ${tx.now.toISOString()}::timestamptz
      from (
        select message_id, id, cost from sms_recipients
        where message_id = ${messageId}::uuid and status in ('queued', 'held') for update
      ) o
      where r.message_id = o.message_id and r.id = o.id
      returning o.cost, coalesce(r.counted, o.cost) as counted, r.number
    ),
    job as materialized (select graphile_worker.remove_job(${sendJobKey(template`${messageId}`)}))
    select count(s.number)::integer as recipients, coalesce(sum(s.cost), 0)::text as cost,
      coalesce(sum(s.counted), 0)::text as counted,
      coalesce(min(s.number), '') as number
    from job left join stopped s on true
    group by left(s.number, 4)`);
  return {
    recipients: rows.reduce((sum, { recipients }) => sum + recipients, 0),
    number: rows[0]?.number ?? '',
    given: rows.map(({ number, cost }) => ({ number, amount: parseMoney(cost) })),
    counted: rows.map(({ number, counted }) => ({ number, amount: parseMoney(counted) })),
  };
}
