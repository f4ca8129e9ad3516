import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { money, time } from '../columns.ts';
import type { EndpointEvidence } from '../enums.ts';
import { transactions } from './ledger.ts';

/** The payments that the system itself tried to verify, and those that it did verify. Rows are never deleted. */
export const autoVerifications = pgTable(
  'auto_verifications',
  {
    transactionId: uuid()
      .primaryKey()
      .references(() => transactions.id),
    /** When it may be tried again. */
    nextTryAt: time().notNull(),
    /** Why the last try did not verify it; null where it did. */
    obstacle: text(),
    verifiedAt: time(),
    /** The credited amount; it counts for the day's sum. */
    amount: money({ precision: 10, scale: 2 }),
    /** The finding of each endpoint. */
    evidence: jsonb().$type<EndpointEvidence[]>().notNull().default([]),
  },
  (table) => [
    index('auto_verifications_verified')
      .on(table.verifiedAt)
      .where(sql`${table.verifiedAt} is not null`),
  ],
);
