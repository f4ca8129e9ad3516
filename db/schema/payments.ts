import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { money, time } from '../columns.ts';
import { users } from './accounts.ts';
import { transactions } from './ledger.ts';
import { COIN_IDS } from '../enums.ts';

/**
 * What the first of two administrators agreed to. The second has to agree to the same, so all that a
 * verification decides is kept; the row stays when the payment is verified and goes when it is rejected.
 */
export const paymentApprovals = pgTable(
  'payment_approvals',
  {
    transactionId: uuid()
      .primaryKey()
      .references(() => transactions.id),
    approvedBy: uuid()
      .notNull()
      .references(() => users.id),
    approvedAt: time().notNull(),
    cryptocurrency: text({ enum: COIN_IDS }).notNull(),
    transactionHash: text().notNull(),
    outputIndex: integer(),
    /** As in `transactions`: null where what was due arrived. */
    receivedAmount: money({ precision: 10, scale: 2 }),
    receivedCryptoAmount: text(),
    /** An order's payment that becomes credit instead of granting the order. */
    asCredit: boolean().notNull().default(false),
  },
  (table) => [
    index('payment_approvals_by').on(table.approvedBy),
    check(
      'payment_approvals_received',
      sql`${table.receivedAmount} is not null or ${table.receivedCryptoAmount} is null`,
    ),
  ],
);
