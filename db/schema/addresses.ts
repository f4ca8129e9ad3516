import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { time } from '../columns.ts';
import { CHAINS } from '../enums.ts';
import { users } from './accounts.ts';

/** The addresses that were given to customers, one customer each. Rows are never deleted. */
export const ownAddresses = pgTable(
  'own_addresses',
  {
    /** Which extended key it was derived from, and its index below. */
    keyId: text().notNull(),
    index: integer().notNull(),
    chain: text({ enum: CHAINS }).notNull(),
    address: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    givenAt: time().notNull(),
  },
  (table) => [
    // An index that is given twice would leave open whose a payment is.
    primaryKey({ columns: [table.keyId, table.index] }),
    uniqueIndex('own_addresses_once').on(table.chain, table.address),
    index('own_addresses_user').on(table.userId),
    check('own_addresses_index', sql`${table.index} > 0`),
  ],
);
