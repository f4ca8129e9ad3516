import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { money, time } from '../columns.ts';
import { RATED_SERVICES } from '../enums.ts';
import { ofUser } from './accounts.ts';

/**
 * The costs of an account on a calling code in an hour; a chore stores them from what the spend limits count.
 */
export const spendHours = pgTable(
  'spend_hours',
  (t) => ({
    userId: ofUser().notNull(),
    /** e.g. `+44` */
    code: t.text().notNull(),
    /** The first moment of the UTC hour. */
    hour: time().notNull(),
    spent: money({ precision: 12, scale: 2 }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.code, table.hour] }),
    index('spend_hours_hour').on(table.hour),
  ],
);

/**
 * The same by the beginning of the numbers: how `record-spending.ts` splits an hour up. It is of the hour in which
 * something was accepted, less what was refunded since.
 */
export const spendPrefixes = pgTable(
  'spend_prefixes',
  (t) => ({
    userId: ofUser().notNull(),
    service: t.text({ enum: RATED_SERVICES }).notNull(),
    /** e.g. `+37190` */
    prefix: t.text().notNull(),
    /** The first moment of the UTC hour. */
    hour: time().notNull(),
    /** The price list whose prefixes these are; null: none was in use. No foreign key: it only tells lists apart. */
    deckId: t.uuid(),
    spent: money({ precision: 12, scale: 2 }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.service, table.prefix, table.hour] }),
    index('spend_prefixes_hour').on(table.hour, table.userId),
  ],
);

/**
 * Each time a calling code or another beginning of numbers was stopped for an account because its spending rose suddenly;
 * with the code `*`, administrators were told of its whole day, and nothing was stopped.
 */
export const suddenRises = pgTable(
  'sudden_rises',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    code: t.text().notNull(),
    /** The costs in that hour or day, and in a usual one. */
    spent: money({ precision: 12, scale: 2 }).notNull(),
    usual: money({ precision: 12, scale: 2 }).notNull(),
    stoppedAt: time().notNull(),
    resumedAt: time(),
  }),
  (table) => [index('sudden_rises_user').on(table.userId, table.code, table.stoppedAt)],
);
