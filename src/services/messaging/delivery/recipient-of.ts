import { type SQL, sql as template } from 'drizzle-orm';

/**
 * The recipient that a row of a list names, locked, with its place as `tid`: to be joined to the list. By a lateral look-up
 * each is found by its own key. Of a list as JSON PostgreSQL expects a hundred rows and might read the whole table
 * instead; and by the ids of messages alone, each change in a message to 100,000 would read them all.
 */
export const recipientOf = (row: SQL): SQL => template`lateral (
  select o.*, o.ctid as tid from sms_recipients o
  where o.message_id = ${row}.message_id and o.id = ${row}.id for update
)`;
