import { sql } from 'drizzle-orm';
import { index, pgTable } from 'drizzle-orm/pg-core';
import { ofUser } from './accounts.ts';
import { partial, time } from '../columns.ts';

/**
 * An account that its owner has closed. If the closing is undone, the row is removed; once the account is
 * erased it can no longer be undone.
 */
export const accountClosings = pgTable(
  'account_closings',
  {
    userId: ofUser().primaryKey(),
    closedAt: time().notNull(),
    /** From then on the personal data is erased. */
    eraseAt: time().notNull(),
    /** Null until it is. */
    erasedAt: time(),
  },
  (table) => [partial(index('account_closings_due').on(table.eraseAt), sql`${table.erasedAt} is null`)],
);
