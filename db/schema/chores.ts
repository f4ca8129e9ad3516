import { pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';

/** Periodic work that one process does for all of them, and when it is due next by the database's clock. */
export const chores = pgTable('chores', {
  name: text().primaryKey(),
  dueAt: time().notNull(),
});
