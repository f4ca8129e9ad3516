import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import { Page, RawJson } from '../../../platform/kit/answer.ts';
import { deliveryFields } from './message-json.ts';

const selectUnknown = prepared<{ before: string | null; limit: number }, { rows: string; next: string | null }>(
  (p) => template`
    with page as (
      select r.*, row_number() over (order by r.id desc) as place from sms_recipients r
      where r.status = 'unknown' and (${p.before}::uuid is null or r.id < ${p.before}::uuid)
      order by r.id desc limit ${p.limit}::integer + 1
    )
    select coalesce((
        select json_agg(json_build_object(${deliveryFields(template`r`, template`m`)}, 'userId', u.id,
          'email', u.email, 'smsId', m.id, 'senderId', m.sender_id) order by r.id desc)
        from page r join sms_messages m on m.id = r.message_id join users u on u.id = m.user_id
        where r.place <= ${p.limit}::integer
      ), '[]')::text as rows,
      (select id from page where place = ${p.limit}::integer
        and exists (select from page where place > ${p.limit}::integer)) as next`,
);

/** Recipients for whom it is not known whether their message was sent, of all accounts, newest first. */
export async function listUnknownSms(
  deps: Deps,
  { before = null, limit }: { before?: string | null; limit: number },
): Promise<Page<unknown>> {
  const [page] = await selectUnknown(deps.sql, { before, limit });
  return new Page(new RawJson(page?.rows ?? '[]'), page?.next ?? null);
}
