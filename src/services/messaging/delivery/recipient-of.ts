import { type SQL, sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';

/**
 * The recipient that a row of a list names, with its place as `tid`: to be joined to the list. By a lateral look-up each is
 * found by its own key: of a list as JSON PostgreSQL expects a hundred rows, and might read the whole table instead.
 * An update by the place misses one that somebody else changes meanwhile, unless it was locked before.
 */
export const recipientOf = (row: SQL): SQL => template`lateral (
  select o.*, o.ctid as tid from sms_recipients o where o.message_id = ${row}.message_id and o.id = ${row}.id offset 0)`;

/** In the order of their keys, so that two do not wait for each other. @param list as JSON, with each one's `id` and `message_id` */
export const lockRecipients = prepared<{ list: string }, object>(
  (p) => template`
    select from (select * from json_to_recordset(${p.list}::text::json) as c (id uuid, message_id uuid) order by 2, 1) c
    cross join lateral (select from sms_recipients o where o.message_id = c.message_id and o.id = c.id for update) o`,
);
