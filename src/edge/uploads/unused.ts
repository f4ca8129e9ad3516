import { sql as template, type SQL } from 'drizzle-orm';

/** An upload to which nothing refers is kept for this long. */
export const UNUSED_HOURS = 24;

/** A condition for an upload `o`: no payment, brand, papers, port, message or greeting of a number of its owner refer to it. */
export const isUnused: SQL = template`(
  not exists (select from transactions t where t.receipt_image = '/api/objects/' || o.id::text)
  and not exists (select from brands b where b.logo_id = o.id)
  and not exists (select from sms_messages m where m.media_id = o.id)
  and not exists (select from number_papers_files f where f.object_id = o.id)
  and not exists (select from number_ports p where p.authority_id = o.id or p.bill_id = o.id)
  and not exists (select from did_numbers d where d.user_id = o.owner_id
    and d.answer_plan @? format('$.steps[*] ? (@.recording == "/api/objects/%s")', o.id)::jsonpath))`;
