import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { ALARMS } from '../enums.ts';

/** The alarms that are raised, or were lately. A row that is cleared stays for a day, so that the same cause is not told again at once. */
export const alarms = pgTable(
  'alarms',
  (t) => ({
    alarm: t.text({ enum: ALARMS }).notNull(),
    /** Its subject: a carrier, a coin, a destination; empty where there is one of it. */
    subject: t.text().notNull(),
    /** The metric that raised it, as it last was. */
    value: t.doublePrecision().notNull(),
    raisedAt: time().notNull(),
    clearedAt: time(),
    /** When administrators last got a letter of it. */
    toldAt: time(),
  }),
  (table) => [primaryKey({ columns: [table.alarm, table.subject] })],
);
