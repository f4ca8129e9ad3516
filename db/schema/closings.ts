import { sql } from 'drizzle-orm';
import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { time } from '../columns.ts';

/** An account that its owner has closed. Undone, its row goes; once it is erased nobody can undo it any more. */
export const accountClosings = pgTable(
  'account_closings',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    closedAt: time().notNull(),
    /** From then on what is personal is erased. */
    eraseAt: time().notNull(),
    /** Null while it is not. */
    erasedAt: time(),
  },
  (table) => [
    index('account_closings_due')
      .on(table.eraseAt)
      .where(sql`${table.erasedAt} is null`),
  ],
);
