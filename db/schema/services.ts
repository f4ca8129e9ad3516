import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { money, time } from '../columns.ts';
import { users } from './accounts.ts';

export const voiceCalls = pgTable(
  'voice_calls',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    callerId: text().notNull(),
    destination: text().notNull(),
    /** Seconds. */
    duration: integer().notNull().default(0),
    status: text().notNull().default('completed'),
    recorded: boolean().notNull().default(false),
    billedMinutes: integer().notNull().default(0),
    cost: money({ precision: 8, scale: 4 }).notNull(),
    calledAt: time().notNull(),
  },
  (table) => [index('voice_calls_user').on(table.userId, table.id)],
);
