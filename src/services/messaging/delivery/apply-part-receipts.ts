import { sql as template } from 'drizzle-orm';
import type { ReceiptOutcome } from '../../../carriers/port.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

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

/** A carrier's report of a part of the recipient `id`. */
export interface PartReport extends Pick<ReportedMessage, 'id' | 'outcome' | 'error' | 'code'> {
  place: number;
}

/** Stores what was reported of parts. @returns the messages whose parts all have a result now */
export async function keepPartReports(
  tx: Transaction,
  reports: readonly PartReport[],
): Promise<readonly ReportedMessage[]> {
  if (reports.length === 0) return [];
  const recipients = [...new Set(reports.map(({ id }) => id))].join(',');
  const reported = template`recipient_id = any(string_to_array(${recipients}, ',')::uuid[])`;
  // In a fixed order, so that two processes with reports about parts of one message see each other's.
  await tx.db.execute(template`
    select from sms_parts where ${reported} order by recipient_id, place for update`);
  await tx.db.execute(template`
    update sms_parts p set outcome = r.outcome, error = r.error, code = r.code
    from (
      select distinct on (id, place) * from json_to_recordset(${JSON.stringify(reports)}::text::json)
        as r (id uuid, place integer, outcome text, error text, code text)
      order by id, place, outcome = 'sent'
    ) r
    where ${reported} and p.recipient_id = r.id and p.place = r.place and coalesce(p.outcome, 'sent') = 'sent'`);
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
