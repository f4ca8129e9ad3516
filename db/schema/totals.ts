import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { fromZero, money, time } from '../columns.ts';
import { ofUser } from './accounts.ts';

/*
 * Totals of the whole system, without a row that every charge would have to lock. A total is what was already
 * counted, by month, plus what has been added since. Accounts and payments record changes as rows of
 * `total_changes`, which counting removes; balances are summed from the ledger's own entries.
 */

const count = () => bigint({ mode: 'number' }).notNull();

const counted = {
  users: integer().notNull().default(0),
  activeUsers: integer().notNull().default(0),
  /** Payments verified. */
  revenue: fromZero({ precision: 16, scale: 2 }, '0.00'),
};

/** The changes of each UTC month. The sum over all months is the present state. */
export const monthlyTotals = pgTable('monthly_totals', (t) => ({
  /** Its first day. */
  month: t.date().primaryKey(),
  ...counted,
  /** All balances together. */
  credits: fromZero({ precision: 16, scale: 2 }, '0.00'),
}));

/** Changes that have not been counted yet. Rows are added and taken away, never changed. */
export const totalChanges = pgTable('total_changes', (t) => ({ month: t.date().notNull(), ...counted }));

/** The last ledger entry that was counted; all entries before it are counted, except those in `ledger_gaps`. */
export const ledgerCheckpoint = pgTable(
  'ledger_checkpoint',
  (t) => ({
    onlyRow: t.boolean().primaryKey().default(true),
    seq: t.bigint({ mode: 'number' }).notNull(),
    /** The spending of all UTC days before this one is in `spend_days`. */
    spentUntil: t.date().notNull().default('-infinity'),
  }),
  (table) => [check('ledger_checkpoint_only_row', sql`${table.onlyRow}`)],
);

/** Numbers below the checkpoint whose entries had not been committed when it passed them. */
export const ledgerGaps = pgTable(
  'ledger_gaps',
  (t) => ({ seq: t.bigint({ mode: 'number' }).notNull(), passedAt: time().notNull() }),
  (table) => [uniqueIndex('ledger_gaps_seq').on(table.seq)],
);

/**
 * The usage of a reseller, or of a reseller's customer, up to a point in time. That point is so long ago that nothing
 * before it changes. Later usage is added on request, so that the figures do not become slower over the years.
 */
export const usageTotals = pgTable('usage_totals', (t) => ({
  userId: ofUser().primaryKey(),
  /** Below every id of what came after. */
  untilId: t.uuid().notNull(),
  smsSent: count(),
  voiceMinutes: count(),
  /** While a reseller package was running: what was paid, and for how many minutes and months of numbers. */
  resellerSmsPaid: money({ precision: 16, scale: 4 }).notNull(),
  resellerMinutesPaid: money({ precision: 16, scale: 4 }).notNull(),
  resellerMinutes: count(),
  resellerNumbersPaid: money({ precision: 16, scale: 2 }).notNull(),
  resellerNumbers: count(),
}));

/** The spending of an account on a UTC day that is over, by type of transaction; a refund counts for the type that it refunds. */
export const spendDays = pgTable(
  'spend_days',
  (t) => ({
    userId: ofUser().notNull(),
    day: t.date().notNull(),
    type: t.text().notNull(),
    spent: money({ precision: 16, scale: 2 }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.day, table.type] })],
);

/**
 * The recipients of an account's messages of a UTC day who no longer wait, and what became of them. Triggers of
 * `sms_messages` write each change into `uncounted_days`, which `count_days` adds; `days_of_messages` reads both together.
 */
export const messageDays = pgTable(
  'message_days',
  (t) => ({
    // No foreign key: its check would lock the account's row with reports of carriers.
    userId: t.uuid().notNull(),
    day: t.date().notNull(),
    recipients: count(),
    delivered: count(),
    failed: count(),
    optedOut: count(),
    handedOver: count(),
    /** Of the failed. */
    cancelled: count().default(0),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/** Changes of these days that are not counted yet, those of one statement in a row: its lists are of one length. */
export const uncountedDays = pgTable('uncounted_days', (t) => ({
  userIds: t.uuid().array().notNull(),
  days: t.date().array().notNull(),
  recipients: t.bigint({ mode: 'number' }).array().notNull(),
  delivered: t.bigint({ mode: 'number' }).array().notNull(),
  failed: t.bigint({ mode: 'number' }).array().notNull(),
  optedOut: t.bigint({ mode: 'number' }).array().notNull(),
  handedOver: t.bigint({ mode: 'number' }).array().notNull(),
  cancelled: t.bigint({ mode: 'number' }).array().notNull(),
}));
