import { sql } from 'drizzle-orm';
import { index, pgTable } from 'drizzle-orm/pg-core';
import { partial, refersTo, time } from '../columns.ts';
import { users } from './accounts.ts';

/** The outbox of mail: written in the transaction that it reports on, sent by any process. */
export const mails = pgTable(
  'mails',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: refersTo(() => users.id, { onDelete: 'cascade' }).notNull(),
    /** Its subject; with `data` it is the whole text. */
    kind: t.text().notNull(),
    /** The address that was the account's at that moment. */
    recipient: t.text().notNull(),
    /** Null once the text is no longer needed. */
    data: t.jsonb().$type<Record<string, unknown>>(),
    status: t
      .text({ enum: ['pending', 'sent', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: t.integer().notNull().default(0),
    /**
     * While `pending`: the earliest time of the next attempt. A claim moves it, so that no other process
     * tries meanwhile.
     */
    dueAt: time().notNull(),
    createdAt: time().notNull(),
    /** Why the last attempt failed. */
    error: t.text(),
  }),
  (table) => [
    partial(index('mails_failed').on(table.createdAt), sql`${table.status} = 'failed'`),
    partial(index('mails_due').on(table.dueAt), sql`${table.status} = 'pending'`),
    partial(index('mails_texts').on(table.createdAt), sql`${table.data} is not null`),
    index('mails_user').on(table.userId, table.id),
  ],
);

/**
 * The purpose of a link in a mail, which works once. The link contains the id, signed; nobody can make a link
 * from this row.
 */
export const mailLinks = pgTable(
  'mail_links',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: refersTo(() => users.id, { onDelete: 'cascade' }).notNull(),
    purpose: t
      .text({
        enum: ['confirm_email', 'reset_password', 'invitation', 'change_email', 'undo_email', 'undo_closing'],
      })
      .notNull(),
    /** The address that it was sent to. */
    email: t.text().notNull(),
    expiresAt: time().notNull(),
  }),
  (table) => [index('mail_links_user').on(table.userId, table.purpose), index('mail_links_expiry').on(table.expiresAt)],
);

/** Addresses for which a new password was requested; whether they have an account is looked up after the answer. */
export const passwordResetRequests = pgTable('password_reset_requests', (t) => ({
  id: t.uuid().primaryKey(),
  email: t.text().notNull(),
  createdAt: time().notNull(),
}));
