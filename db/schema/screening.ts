import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { SCREENING_VERDICTS } from '../enums.ts';
import { transactions } from './ledger.ts';

/** The answers of the operator's screening service about the addresses that sent a payment. */
export const paymentScreenings = pgTable(
  'payment_screenings',
  {
    transactionId: uuid()
      .primaryKey()
      .references(() => transactions.id),
    /** The hash whose senders were asked about; the payment's own may have changed since. */
    transactionHash: text().notNull(),
    verdict: text({ enum: SCREENING_VERDICTS }).notNull(),
    /** The service's own words, or why there is no answer. */
    reason: text(),
    askedAt: time().notNull(),
    /** When it is asked again; null once it has answered. */
    nextAskAt: time(),
  },
  (table) => [
    index('payment_screenings_due')
      .on(table.nextAskAt)
      .where(sql`${table.nextAskAt} is not null`),
  ],
);
