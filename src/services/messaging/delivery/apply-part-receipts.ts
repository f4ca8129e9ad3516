import { sql as template } from 'drizzle-orm';
import type { ReceiptOutcome } from '../../../carriers/port.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { reportedRecipientSql } from './reported-recipient.ts';

/** The result of a message, from its carrier's reports about each part. */
export interface ReportedMessage extends Record<string, unknown> {
  id: string;
  message_id: string;
  provider: string;
  provider_message_id: string;
  outcome: ReceiptOutcome;
  error: string | null;
  code: string | null;
}

/** How many reports are read at a time. */
const AT_ONCE = 500;

/**
 * Takes the reports about parts from the inbox and stores their results.
 * @returns how many there were, and the messages whose parts all have a result now: delivered if all parts are,
 * refused if no part was accepted, otherwise undelivered
 */
export async function applyPartReceipts(
  tx: Transaction,
): Promise<{ reports: number; ended: readonly ReportedMessage[] }> {
  const reports = await tx.db.execute<PartReport>(template`
    delete from carrier_receipts c
    using (
      select c.provider, c.provider_message_id, c.outcome, w.id as recipient_id, w.place
      from carrier_receipts c cross join lateral (${reportedRecipientSql(tx.now)}) w
      where w.place is not null
      order by c.received_at limit ${AT_ONCE} for update of c skip locked
    ) m
    where c.provider = m.provider and c.provider_message_id = m.provider_message_id and c.outcome = m.outcome
    returning m.recipient_id, m.place, c.outcome, c.error, c.code`);
  return { reports: reports.length, ended: await keepPartReports(tx, reports) };
}

/** A carrier's report of a part. */
export interface PartReport extends Record<string, unknown> {
  recipient_id: string;
  place: number;
  outcome: ReceiptOutcome;
  error: string | null;
  code: string | null;
}

/** Stores what was reported of parts. @returns the messages whose parts all have a result now */
export async function keepPartReports(
  tx: Transaction,
  reports: readonly PartReport[],
): Promise<readonly ReportedMessage[]> {
  if (reports.length === 0) return [];
  const recipients = [...new Set(reports.map(({ recipient_id: id }) => id))].join(',');
  const reported = template`recipient_id = any(string_to_array(${recipients}, ',')::uuid[])`;
  // In a fixed order, so that two processes with reports about parts of one message see each other's.
  await tx.db.execute(template`
    select from sms_parts where ${reported} order by recipient_id, place for update`);
  await tx.db.execute(template`
    update sms_parts p set outcome = r.outcome, error = r.error, code = r.code
    from (
      select distinct on (recipient_id, place) * from json_to_recordset(${JSON.stringify(reports)}::text::json)
        as r (recipient_id uuid, place integer, outcome text, error text, code text)
      order by recipient_id, place, outcome = 'sent'
    ) r
    where p.recipient_id = r.recipient_id and p.place = r.place and coalesce(p.outcome, 'sent') = 'sent'`);
  return tx.db.execute<ReportedMessage>(template`
    select recipient_id as id, message_id, max(provider) as provider,
      (array_agg(provider_message_id order by place desc))[1] as provider_message_id,
      case when bool_and(outcome = 'delivered') then 'delivered' when bool_and(outcome = 'refused') then 'refused'
        else 'undelivered' end as outcome,
      (array_agg(error order by place) filter (where error is not null))[1] as error,
      (array_agg(code order by place) filter (where error is not null))[1] as code
    from sms_parts where ${reported}
    group by recipient_id, message_id having bool_and(coalesce(outcome, 'sent') <> 'sent')`);
}
