import { sql as template } from 'drizzle-orm';
import type { Calling } from '../../../callers/audit.ts';
import { isoTime, prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import { Page, RawJson } from '../../../platform/kit/answer.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import { TAKEN } from '../delivery/read-answer.ts';

type TraceParameters = {
  owner: string;
  message: string;
  recipient: string | null;
  before: string | null;
  limit: number;
  inFull: boolean;
};

const selectTrace = prepared<TraceParameters, { found: boolean; rows: string; next: string | null }>(
  (p) => template`
    with message as (
      select id from sms_messages where id = ${p.message}::uuid and user_id = ${p.owner}::uuid
    ),
    answers as (
      select a.id, a.message_id, a.recipient_id, a.provider, a.answer, a.words, a.money, a.code, a.detail, a.route_by,
        a.route_cost, a.at from message m join sms_attempts a on a.message_id = m.id
      union all
      -- Where the first carrier took it, no row was written.
      select r.id, r.message_id, r.id, r.provider, 'accepted', ${template.raw(`'${TAKEN}'`)}, 'charged', null, null,
        case when r.route_to = r.provider then r.route_by end, case when r.route_to = r.provider then r.route_cost end, r.sent_at
      from message m join sms_recipients r on r.message_id = m.id
      where not r.bulk and r.sent_at is not null and r.provider is not null and not exists (
        select from sms_attempts a where a.message_id = m.id and a.recipient_id = r.id
          and a.answer not in ('undelivered', 'withdrawn'))
    ),
    page as (
      select a.*, row_number() over (order by a.id desc) as place
      from answers a
      where (${p.recipient}::uuid is null or a.recipient_id = ${p.recipient}::uuid)
        and (${p.before}::uuid is null or a.id < ${p.before}::uuid)
      order by a.id desc limit ${p.limit}::integer + 1
    )
    select exists (select from message) as found,
      coalesce((
        select json_agg(json_build_object('id', a.id, 'messageId', a.recipient_id, 'number', r.number,
          'at', ${isoTime(template`a.at`)}, 'provider', a.provider, 'answer', a.answer, 'words', a.words,
          'money', a.money, 'code', case when ${p.inFull}::boolean then a.code end,
          'detail', case when ${p.inFull}::boolean then a.detail end,
          'routeBy', case when ${p.inFull}::boolean then a.route_by end,
          'routeCost', case when ${p.inFull}::boolean then a.route_cost::text end) order by a.id desc)
        from page a join sms_recipients r on r.message_id = a.message_id and r.id = a.recipient_id
        where a.place <= ${p.limit}::integer
      ), '[]')::text as rows,
      (select id from page where place = ${p.limit}::integer
        and exists (select from page where place > ${p.limit}::integer)) as next`,
);

/**
 * Carriers' answers about a message, newest first: in full for administrators, in plain words for its owner.
 * @throws not_found
 */
export async function traceSms(
  { deps, actor }: Calling<Deps>,
  {
    owner,
    message,
    recipient = null,
    before = null,
    limit,
  }: { owner: string; message: string } & { recipient?: string | null; before?: string | null; limit: number },
): Promise<Page<unknown>> {
  const inFull = actor.role === 'admin';
  const [page] = await selectTrace(deps.sql, { owner, message, recipient, before, limit, inFull });
  if (!page?.found) throw notFound('Message');
  return new Page(new RawJson(page.rows), page.next);
}
