import { sql } from 'drizzle-orm';
import { check, customType, index, pgTable } from 'drizzle-orm/pg-core';
import { time, transactionNumber } from '../columns.ts';
import { KEPT_FOR_DAYS } from '../enums.ts';

/**
 * The outbox: a row is written once, in the transaction of the change that it reports. Sequence numbers can commit
 * out of order, so a reader that follows `seq` would miss rows. Readers follow the positions of `event_places`.
 * Its default takes the transaction's number before it takes `seq`: `place_events` relies on this order.
 */
export const events = pgTable('events', (t) => ({
  seq: t.bigserial({ mode: 'number' }).primaryKey(),
  /** From before places had a table of their own; nothing reads it. */
  position: t.bigint({ mode: 'number' }),
  name: t.text().notNull(),
  /** The account that the event is about; null if it is about none. */
  userId: t.uuid(),
  toOwner: t.boolean().notNull(),
  toAdmins: t.boolean().notNull(),
  toEveryone: t.boolean().notNull(),
  /** JSON as it goes over the wire, `at` included. */
  data: t.text().notNull(),
  at: time().notNull(),
}));

/**
 * The order in which readers see events: the database function `place_events` adds a row for the events that have
 * committed since the last one, one call at a time, so that a reader never sees a gap that is filled later. It is plain
 * data, so it survives a crash, a fail-over and a restored dump.
 */
export const eventPlaces = pgTable(
  'event_places',
  (t) => ({
    /** The positions of the last and the first of them; there is no other between. */
    last: t.bigint({ mode: 'number' }).primaryKey(),
    first: t.bigint({ mode: 'number' }).notNull(),
    seqs: t.bigint({ mode: 'number' }).array().notNull(),
    /** The time of the newest of them. */
    at: time().notNull(),
  }),
  (table) => [index('event_places_age').on(table.at)],
);

const ranges = customType<{ data: string }>({ dataType: () => 'int8multirange' });

/** How far events have places. */
export const eventFrontier = pgTable(
  'event_frontier',
  (t) => ({
    onlyRow: t.boolean().primaryKey().default(true),
    /** The last position that was given. */
    position: t.bigint({ mode: 'number' }).notNull(),
    /** The highest `seq` with a place. */
    seen: t.bigint({ mode: 'number' }).notNull(),
    /** Numbers below it without a place: their transactions run, or were rolled back. */
    gaps: ranges().notNull(),
    /** Older ones. They are given up once all transactions below the horizon have ended. */
    oldGaps: ranges().notNull(),
    horizon: transactionNumber().notNull(),
  }),
  (table) => [check('event_frontier_only_row', sql`${table.onlyRow}`)],
);

/** Periodic work that one process does for all of them, and when it is due next by the database's clock. */
export const chores = pgTable('chores', (t) => ({ name: t.text().primaryKey(), dueAt: time().notNull() }));

/** Data that is kept for a number of days, and when older data was last removed. */
export const retentionSweeps = pgTable('retention_sweeps', (t) => ({
  what: t.text({ enum: KEPT_FOR_DAYS }).primaryKey(),
  sweptAt: time(),
  /** How much the last sweep that found something has removed. */
  removed: t.integer().notNull().default(0),
  /** Messages up to this id have no text any more. */
  sweptUntil: t.uuid(),
}));
