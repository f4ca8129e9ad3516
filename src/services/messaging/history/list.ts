import { type Placeholder, sql as template, type SQL } from 'drizzle-orm';
import type { SMS_STATUSES } from '../../../../db/enums.ts';
import type { Queryable } from '../../../../db/client.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import { Page, RawJson } from '../../../platform/kit/answer.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import { idsOfDays } from '../../../platform/kit/ids.ts';
import { RECIPIENTS_SHOWN, type RecipientStatus } from '../contract.ts';
import { deliveryJson, messageJson, recipientJson } from './message-json.ts';
import { searchedDigits } from '../../../shared/searched-digits.ts';

interface PageRow {
  /** The owner of the list exists. */
  found: boolean;
  rows: string;
  /** The id that the next page starts before; null on the last page. */
  next: string | null;
}

type ListParameters = {
  owner: string;
  before: string | null;
  /** Patterns for `like`; `number` is null if the searched text is no part of a number. */
  text: string | null;
  number: string | null;
  status: string | null;
  firstId: string | null;
  endId: string | null;
  limit: number;
  shown: number;
};

/**
 * So many messages one page looks through, so that a search takes the same time in every account, and at the own texts of
 * four times as many recipients. Where it finds too few among them, its page is short, and the next one begins behind them.
 */
const LOOKED_THROUGH = 5000;

const ownMessages = (p: Record<'owner' | 'before' | 'firstId' | 'endId', Placeholder>, only: SQL): SQL => template`
  from sms_messages where user_id = ${p.owner}::uuid and ${only}
    and (${p.before}::uuid is null or id < ${p.before}::uuid)
    and (${p.firstId}::uuid is null or id >= ${p.firstId}::uuid)
    and (${p.endId}::uuid is null or id < ${p.endId}::uuid)
  order by id desc`;

const messagesStatement = (only: SQL, most = LOOKED_THROUGH) =>
  prepared<ListParameters, PageRow>(
    (p) => template`
    with page as (
      select m.*, row_number() over (order by m.id desc) as place
      from (
        select *, sum(recipient_count) filter (where message like '%{%') over (order by id desc) as own_texts
        ${ownMessages(p, only)} limit ${template.raw(String(most))}
      ) m
      where (${p.status}::text is null or m.status = ${p.status}
          or ${p.status} = 'failed' and m.failed_count > m.cancelled_count)
        and (${p.text}::text is null or m.sender_id ilike ${p.text} or m.message ilike ${p.text}
          or m.message like '%{%' and m.own_texts <= ${template.raw(String(4 * most))} and exists (
            select from sms_recipients r where r.message_id = m.id and r.text ilike ${p.text})
          or ${p.number}::text is not null and exists (
            select from sms_recipients r where r.message_id = m.id and r.number like ${p.number}))
      order by m.id desc limit ${p.limit}::integer + 1
    )
    select exists (select from users where id = ${p.owner}::uuid) as found,
      coalesce((
        select json_agg(${messageJson(template`m`, template`s.recipients`, template`s.numbers`)} order by m.id desc)
        from page m
        cross join lateral (
          select json_agg(${recipientJson(template`r`)} order by r.id) as recipients,
            json_agg(r.number order by r.id) as numbers
          from (
            select * from sms_recipients where message_id = m.id order by id limit ${p.shown}::integer
          ) r
        ) s
        where m.place <= ${p.limit}::integer
      ), '[]')::text as rows,
      case when exists (select from page where place > ${p.limit}::integer)
        then (select id from page where place = ${p.limit}::integer)
        else (select id ${ownMessages(p, only)} offset ${template.raw(String(most - 1))} limit 1) end as next`,
  );

const selectMessages = messagesStatement(template`true`);
/** Written as a literal, so that the planner can use the partial index of messages with a time. */
const selectScheduled = messagesStatement(template`send_at is not null`);
/** For a file, which has all. */
const selectAll = messagesStatement(template`true`, Number.MAX_SAFE_INTEGER);

export interface MessageFilters {
  search?: string | undefined;
  status?: (typeof SMS_STATUSES)[number] | undefined;
  /** Days in UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

type ListQuery = MessageFilters & { before?: string | null | undefined; limit: number };

/** An account's messages, newest first, each with its first recipients, so many of them. @throws not_found */
export async function listSms(
  deps: Deps,
  {
    owner,
    listQuery: { before = null, search = '', status, from, to, limit },
    shown = RECIPIENTS_SHOWN.listed,
    all = false,
  }: { owner: string; listQuery: ListQuery; shown?: number; all?: boolean },
): Promise<Page<unknown>> {
  const select = all ? selectAll : status === 'scheduled' ? selectScheduled : selectMessages;
  const [page] = await select(deps.sql, {
    owner,
    before,
    limit,
    status: status ?? null,
    ...idsOfDays({ from, to }),
    shown,
    ...patternsOf(search),
  });
  if (!page?.found) throw notFound('User');
  return new Page(new RawJson(page.rows), page.next);
}

/** Blanks and brackets in a typed number are ignored, and the 0 that numbers have at home; it is searched from three digits on. */
function patternsOf(search: string): Pick<ListParameters, 'text' | 'number'> {
  if (search === '') return { text: null, number: null };
  const escaped = search.replace(/[\\%_]/g, '\\$&');
  const digits = /^[+\d\s().-]+$/.test(search) ? searchedDigits(search) : '';
  return { text: `%${escaped}%`, number: digits.length >= 3 ? `%${digits}%` : null };
}

/**
 * One message with its first recipients, as JSON.
 * @param db the pool, or the transaction that has just changed it
 * @throws not_found
 */
export async function readSms(db: Queryable, owner: string, message: string): Promise<RawJson> {
  const [row] = await db.execute<{ json: string }>(template`
    select ${messageJson(template`m`, template`s.recipients`, template`s.numbers`)}::text as json
    from sms_messages m
    cross join lateral (
      select json_agg(${recipientJson(template`r`)} order by r.id) as recipients,
        json_agg(r.number order by r.id) as numbers
      from (
        select * from sms_recipients where message_id = m.id order by id limit ${RECIPIENTS_SHOWN.listed}
      ) r
    ) s
    where m.id = ${message}::uuid and m.user_id = ${owner}::uuid`);
  if (!row) throw notFound('Message');
  return new RawJson(row.json);
}

type RecipientParameters = {
  owner: string;
  message: string;
  before: string | null;
  status: string | null;
  number: string | null;
  limit: number;
};

const selectRecipients = prepared<RecipientParameters, PageRow>(
  (p) => template`
    with message as (
      select id, sent_at from sms_messages where id = ${p.message}::uuid and user_id = ${p.owner}::uuid
    ),
    page as (
      select r.*, row_number() over (order by r.id desc) as place
      from message m join sms_recipients r on r.message_id = m.id
      where (${p.before}::uuid is null or r.id < ${p.before}::uuid)
        and (${p.status}::text is null
          or case when r.status in ('sending', 'held') then 'queued' else r.status end = ${p.status})
        and (${p.number}::text is null or r.number like ${p.number})
      order by r.id desc limit ${p.limit}::integer + 1
    )
    select exists (select from message) as found,
      coalesce((select json_agg(${deliveryJson(template`r`, template`m`)} order by r.id desc)
        from page r, message m where r.place <= ${p.limit}::integer), '[]')::text as rows,
      (select id from page where place = ${p.limit}::integer
        and exists (select from page where place > ${p.limit}::integer)) as next`,
);

export interface RecipientFilters {
  status?: RecipientStatus | null | undefined;
  search?: string | undefined;
}

/** Every recipient of one message, last first. @throws not_found */
export async function listSmsRecipients(
  deps: Deps,
  {
    owner,
    message,
    before = null,
    status = null,
    search = '',
    limit,
  }: { owner: string; message: string } & RecipientFilters & { before?: string | null | undefined; limit: number },
): Promise<Page<unknown>> {
  const digits = searchedDigits(search);
  // No number contains a text without digits.
  const number = search === '' ? null : digits === '' ? '-' : `%${digits}%`;
  const [page] = await selectRecipients(deps.sql, { owner, message, before, status, number, limit });
  if (!page?.found) throw notFound('Message');
  return new Page(new RawJson(page.rows), page.next);
}
