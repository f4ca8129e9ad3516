import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';

/** One row: which carrier is the active one. */
export const carrierState = pgTable('provider_state', {
  /** Always 1. */
  id: integer().primaryKey(),
  active: text().notNull(),
  /**
   * What an administrator chose, or what served first; null: the active one. After a failover it becomes
   * active again without an administrator.
   */
  preferred: text(),
  changedAt: time().notNull(),
});

/** The newest probe of each carrier. */
export const carrierHealth = pgTable('provider_health', {
  name: text().primaryKey(),
  healthy: boolean().notNull(),
  detail: text(),
  checkedAt: time().notNull(),
  /** Null while it is not. */
  healthySince: time(),
});

/** Every probe of a day and a little more. */
export const carrierProbes = pgTable(
  'provider_probes',
  {
    name: text().notNull(),
    at: time().notNull(),
    healthy: boolean().notNull(),
    latencyMs: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.at] })],
);

/** How real traffic fared with each carrier, by slices of ten seconds, of all processes together. */
export const carrierTraffic = pgTable(
  'provider_traffic',
  {
    name: text().notNull(),
    at: time().notNull(),
    sends: integer().notNull(),
    /** Those of them that the carrier is to blame for. */
    failures: integer().notNull(),
    /** Those of the sends, and of the failures, that were tried again: a message counts once for people. */
    retried: integer().notNull().default(0),
    failuresRetried: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.name, table.at] })],
);

/** The accounts that a carrier failed at, by slices of ten seconds: one customer alone says nothing about a carrier. */
export const carrierFailures = pgTable(
  'provider_failures',
  {
    name: text().notNull(),
    at: time().notNull(),
    account: uuid().notNull(),
    /** The lowest and the highest of the numbers that it failed at: whether there were several. */
    lowest: text().notNull(),
    highest: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.at, table.account] })],
);

/**
 * What may begin on a carrier right now, of all processes together. A process that takes messages for a
 * carrier locks the carrier's row, so that the limits hold for any number of processes.
 */
export const carrierGates = pgTable('provider_gates', {
  name: text().primaryKey(),
  /** Sends. */
  allowance: doublePrecision().notNull(),
  /** By the clock of the database: it is the one clock of all processes. */
  refilledAt: timestamp({ withTimezone: true }).notNull(),
  /** Sends that the carrier is to blame for, since the last that went well. */
  failuresInARow: integer().notNull().default(0),
  failedAt: time(),
  /**
   * Sends a second, where the carrier said it was too busy for its configured rate. It grows again with time.
   */
  rate: doublePrecision(),
  /** When `rate` was last lowered. */
  slowedAt: timestamp({ withTimezone: true }),
  /** Nothing is handed over before: the carrier said so. */
  pausedUntil: timestamp({ withTimezone: true }),
  /** Sends under way at the same time: fewer after each failure, more with each that goes well; null: all. */
  cap: integer(),
});

/**
 * A sender that a carrier slows down, while it takes other senders' messages. The row is removed when the sender has
 * its full rate again.
 */
export const senderGates = pgTable(
  'sender_gates',
  {
    /** The carrier. */
    name: text().notNull(),
    sender: text().notNull(),
    /** Sends a second. */
    rate: doublePrecision().notNull(),
    /** Sends. */
    allowance: doublePrecision().notNull(),
    /** The clock of these times is the database's, as in `provider_gates`. */
    refilledAt: timestamp({ withTimezone: true }).notNull(),
    slowedAt: timestamp({ withTimezone: true }).notNull(),
    pausedUntil: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.sender] })],
);

/**
 * Delivery reports as they came in, until they are applied. One may arrive before the answer to its own
 * send is stored; it waits here for its message.
 */
export const carrierReceipts = pgTable(
  'carrier_receipts',
  {
    provider: text().notNull(),
    carrierMessageId: text('provider_message_id').notNull(),
    /** Our recipient's id, where the carrier says it back. */
    reference: text(),
    outcome: text({ enum: ['sent', 'delivered', 'undelivered', 'refused'] }).notNull(),
    /** In the customer's words. */
    error: text(),
    /** The carrier's own code of why, as it came. */
    code: text(),
    receivedAt: time().notNull(),
  },
  (table) => [
    // A report that comes twice is one report.
    primaryKey({ columns: [table.provider, table.carrierMessageId, table.outcome] }),
    index('carrier_receipts_age').on(table.receivedAt),
  ],
);

/** What happened with a carrier since the beginning, counted. */
export const carrierCounts = pgTable(
  'provider_counts',
  {
    name: text().notNull(),
    what: text({ enum: ['unknown_refunded', 'messages_to_nobody'] }).notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.what] })],
);

/** The simulated carriers' own switchboard: whether one of them plays dead. */
export const sandboxCarriers = pgTable('sandbox_carriers', {
  name: text().primaryKey(),
  down: boolean().notNull(),
});

/**
 * What the simulated carriers have accepted. They keep it in the database, as a real carrier keeps it
 * at its own place: it survives our process, and a message accepted twice shows as two rows.
 */
export const sandboxMessages = pgTable(
  'sandbox_messages',
  {
    /** The carrier's own id of the message. */
    id: uuid().primaryKey(),
    carrier: text().notNull(),
    /** Our recipient's id, which the sender may look a message up by. */
    reference: text().notNull(),
    sender: text().notNull(),
    number: text().notNull(),
    text: text().notNull(),
    outcome: text({ enum: ['delivered', 'undelivered'] }).notNull(),
    acceptedAt: time().notNull(),
    reportDueAt: time().notNull(),
    reportedAt: time(),
  },
  (table) => [
    index('sandbox_messages_reference').on(table.carrier, table.reference),
    index('sandbox_messages_due')
      .on(table.reportDueAt)
      .where(sql`${table.reportedAt} is null`),
  ],
);

/** Callbacks of carriers that have been taken, so that none is taken twice. */
export const carrierCallbacks = pgTable('carrier_callbacks', {
  /** Of carrier, door and signature. */
  digest: text().primaryKey(),
  /** From then on its own time gives a copy away. */
  staleAt: time().notNull(),
});
