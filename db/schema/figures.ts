import { bigint, date, index, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { fromZero, time } from '../columns.ts';
import { FIGURE_KINDS, FIGURE_SERVICES } from '../enums.ts';

/*
 * Sales and their cost, by day. The code that changes a message or a call, or sells a number, a trunk or a
 * reseller package, adds the difference to `uncounted_figures` in the same transaction; a chore takes these rows
 * away and adds them to `figures`. Together the two are exact at any time. A day is the UTC day on which the
 * message or the call was accepted, or the other things were paid.
 */

const amount = () => fromZero({ precision: 16, scale: 4 });
const count = () => bigint({ mode: 'number' }).notNull().default(0);

const measures = {
  /** Recipients that a carrier took and that are paid for, answered calls, months of numbers, and packages. */
  units: count(),
  /** The customers' payments for them, without the reseller's part. */
  revenue: amount(),
  /** The carriers' charges for them: as they said, otherwise by their price list. */
  cost: amount(),
  /** How many of the units have an unknown cost. */
  uncosted: count(),
  /** The revenue of those units. */
  uncostedRevenue: amount(),
  /** For the units where both are known: what the carrier said, and what its price list says. */
  charged: amount(),
  listed: amount(),
};

/**
 * Differences that have not been counted yet, those of one statement as a list: rows are added and removed, never changed. The
 * view `figure_changes` has a row for each: the day, the service, the account, the carrier, `code` (the calling code, empty for a
 * package), `destination` (`+` and the prefix of the carrier's price list or of the one that we sold it by; empty where
 * no list has it) and the measures.
 */
export const uncountedFigures = pgTable('uncounted_figures', { changes: json().notNull() });

/** The sums of these, in the ways in which the screens show them. */
export const figures = pgTable(
  'figures',
  (t) => ({
    by: t.text({ enum: FIGURE_KINDS }).notNull(),
    day: t.date().notNull(),
    /**
     * A carrier's name, a calling code, a destination, an account's id; of a route the first two with a space between.
     * Empty where all of a day counts, for what has no carrier or country, and for customers who buy of us directly.
     */
    key: t.text().notNull(),
    service: t.text({ enum: FIGURE_SERVICES }).notNull(),
    ...measures,
  }),
  (table) => [
    primaryKey({ columns: [table.by, table.day, table.key, table.service] }),
    index('figures_of').on(table.by, table.key, table.day),
  ],
);

/** Destinations on which a day lost money, each told to administrators once. */
export const figureLosses = pgTable(
  'figure_losses',
  /** `code`: a destination. */
  { day: date().notNull(), code: text().notNull(), toldAt: time().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.code] })],
);
