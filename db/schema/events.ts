import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, index, pgSequence, pgTable, text, uuid, integer } from 'drizzle-orm/pg-core';
import { partial, time } from '../columns.ts';
import { KEPT_FOR_DAYS } from '../enums.ts';

/** The position of the next event that gets one. */
export const eventPositions = pgSequence('event_positions');

/**
 * The outbox: a row is written in the transaction of the change that it reports. Sequence numbers can commit
 * out of order, so a reader that follows `seq` would miss rows. Readers follow `position`, which the database
 * function `place_events` gives to committed rows only, one call at a time: a reader never sees a gap that is
 * filled later. It is plain data, so it survives a crash, a fail-over and a restored dump.
 */
export const events = pgTable(
  'events',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    /** Null until it has a position, a moment after its commit. */
    position: bigint({ mode: 'number' }),
    name: text().notNull(),
    /** The account that the event is about; null if it is about none. */
    userId: uuid(),
    toOwner: boolean().notNull(),
    toAdmins: boolean().notNull(),
    toEveryone: boolean().notNull(),
    /** JSON as it goes over the wire, `at` included. */
    data: text().notNull(),
    at: time().notNull(),
  },
  (table) => [
    partial(index('events_position').on(table.position), sql`${table.position} is not null`),
    partial(index('events_unplaced').on(table.seq), sql`${table.position} is null`),
    index('events_age').on(table.at),
  ],
);

/** Periodic work that one process does for all of them, and when it is due next by the database's clock. */
export const chores = pgTable('chores', {
  name: text().primaryKey(),
  dueAt: time().notNull(),
});

/** Data that is kept for a number of days, and when older data was last removed. */
export const retentionSweeps = pgTable('retention_sweeps', {
  what: text({ enum: KEPT_FOR_DAYS }).primaryKey(),
  sweptAt: time(),
  /** How much the last sweep that found something has removed. */
  removed: integer().notNull().default(0),
  /** Messages up to this id have no text any more. */
  sweptUntil: uuid(),
});
