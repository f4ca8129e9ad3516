import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { users } from './accounts.ts';

/** The outbox of mail: written in the transaction of what it tells of, sent by any process. */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What it tells of; with `data` it is the whole text. */
    kind: text().notNull(),
    /** The address that was the account's at that moment. */
    recipient: text().notNull(),
    /** Null once the text is no longer needed. */
    data: jsonb().$type<Record<string, unknown>>(),
    status: text({ enum: ['pending', 'sent', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: integer().notNull().default(0),
    /** While `pending`: not to be tried before. A claim moves it on, so that nobody else tries meanwhile. */
    dueAt: time().notNull(),
    createdAt: time().notNull(),
    /** Why the last attempt failed. */
    error: text(),
  },
  (table) => [
    index('mails_due')
      .on(table.dueAt)
      .where(sql`${table.status} = 'pending'`),
    index('mails_texts')
      .on(table.createdAt)
      .where(sql`${table.data} is not null`),
    index('mails_user').on(table.userId, table.id),
  ],
);

/**
 * What a link in a mail is good for, once. The link carries the id, signed; nothing here lets anybody
 * make one.
 */
export const mailLinks = pgTable(
  'mail_links',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({
      enum: ['confirm_email', 'reset_password', 'change_email', 'undo_email', 'undo_closing'],
    }).notNull(),
    /** The address that it was sent to. */
    email: text().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [
    index('mail_links_user').on(table.userId, table.purpose),
    index('mail_links_expiry').on(table.expiresAt),
  ],
);

/** Addresses whose owner wants a new password, if they have an owner: looked up after the answer. */
export const passwordResetRequests = pgTable('password_reset_requests', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  createdAt: time().notNull(),
});
