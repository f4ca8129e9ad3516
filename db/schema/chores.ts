import { pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';

/** What one process does for all of them now and then, and when it is due next, by the database's clock. */
export const chores = pgTable('chores', {
  name: text().primaryKey(),
  dueAt: time().notNull(),
});
