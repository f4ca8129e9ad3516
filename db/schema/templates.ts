import { index, pgTable } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { ofUser } from './accounts.ts';

/** A message text kept for another time. */
export const smsTemplates = pgTable(
  'sms_templates',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    name: t.text().notNull(),
    message: t.text().notNull(),
    createdAt: time().notNull(),
  }),
  (table) => [index('sms_templates_user').on(table.userId, table.id)],
);

/** The messages of test keys: nobody gets them and nothing is charged. */
export const testMessages = pgTable(
  'test_messages',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    /** The form that the API shows. */
    message: t.jsonb().notNull(),
    createdAt: time().notNull(),
  }),
  (table) => [index('test_messages_user').on(table.userId, table.id)],
);
