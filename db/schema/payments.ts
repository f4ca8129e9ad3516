import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { money, time } from '../columns.ts';
import { users } from './accounts.ts';
import { transactions } from './ledger.ts';
import { COIN_IDS } from '../enums.ts';

/** Written by processes of the release before; `approvalRequests` took its place. It goes one release later. */
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
    /** It is that of `transactions`: null if exactly the amount due arrived. */
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

/** The administrator who has taken a waiting payment, so that no two look into the same one. It binds nobody. */
export const paymentTakes = pgTable(
  'payment_takes',
  {
    transactionId: uuid()
      .primaryKey()
      .references(() => transactions.id),
    takenBy: uuid()
      .notNull()
      .references(() => users.id),
    takenAt: time().notNull(),
  },
  (table) => [index('payment_takes_by').on(table.takenBy)],
);

/**
 * The credit that an administrator took back of a verified payment, because it was decided wrongly. Where two
 * have to agree, one asked for it and another one did it; else both are the same. Rows are never deleted.
 */
export const paymentReversals = pgTable(
  'payment_reversals',
  {
    id: uuid().primaryKey(),
    /** The payment. */
    transactionId: uuid()
      .notNull()
      .references(() => transactions.id),
    amount: money({ precision: 10, scale: 2 }).notNull(),
    reason: text().notNull(),
    /** The payment's hash may be used again; else it stays blocked. */
    freesHash: boolean().notNull(),
    requestedBy: uuid()
      .notNull()
      .references(() => users.id),
    requestedAt: time().notNull(),
    decidedAt: time().notNull(),
    decidedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** The transaction that took the credit back. */
    reversalTransactionId: uuid()
      .notNull()
      .references(() => transactions.id),
  },
  (table) => [
    index('payment_reversals_payment').on(table.transactionId),
    uniqueIndex('payment_reversals_transaction').on(table.reversalTransactionId),
    check('payment_reversals_amount', sql`${table.amount} > 0`),
  ],
);
