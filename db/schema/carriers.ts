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
import { partial, time } from '../columns.ts';
import { RATED_SERVICES } from '../enums.ts';

/** One row: which carrier is the active one. */
export const carrierState = pgTable('provider_state', {
  /** Always 1. */
  id: integer().primaryKey(),
  active: text().notNull(),
  /**
   * The carrier that an administrator chose, or that served first; null: the active one. After a failover it
   * becomes active again without an administrator.
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

/** Every probe of a little more than a day. */
export const carrierProbes = pgTable(
  'provider_probes',
  { name: text().notNull(), at: time().notNull(), healthy: boolean().notNull(), latencyMs: integer().notNull() },
  (table) => [primaryKey({ columns: [table.name, table.at] })],
);

/** The results of real traffic with each carrier, in slices of ten seconds, of all processes together. */
export const carrierTraffic = pgTable(
  'provider_traffic',
  {
    name: text().notNull(),
    at: time().notNull(),
    sends: integer().notNull(),
    /** Those of them that the carrier is to blame for. */
    failures: integer().notNull(),
    /** The sends and failures among them that were tried again: for people a message counts once. */
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
 * The sends that may start at a carrier at this moment, for all processes together. A process that takes
 * messages for a carrier locks the carrier's row, so that the limits hold for any number of processes.
 */
export const carrierGates = pgTable('provider_gates', {
  name: text().primaryKey(),
  /** Sends. */
  allowance: doublePrecision().notNull(),
  /** By the clock of the database: it is the one clock of all processes. */
  refilledAt: timestamp({ withTimezone: true }).notNull(),
  /** Failed sends that are the carrier's fault, since the last success. */
  failuresInARow: integer().notNull().default(0),
  failedAt: time(),
  /** Different numbers for which it gave no answer, or was not reached, since it last answered; some of them. */
  unanswered: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** The account that was last served, for each urgency, where more waited than it takes: the next one has its turn. */
  turns: uuid()
    .array()
    .notNull()
    .default(sql`array_fill('00000000-0000-0000-0000-000000000000'::uuid, array[3])`),
  /** When something was last handed to it. */
  handedAt: time(),
  /**
   * Sends a second, where the carrier said it was too busy for its configured rate. It grows again with time.
   */
  rate: doublePrecision(),
  /** When `rate` was last lowered. */
  slowedAt: timestamp({ withTimezone: true }),
  /** Since when it has said to everything that it is too busy. */
  busySince: timestamp({ withTimezone: true }),
  /** Before this time nothing is handed over: the carrier asked for it. */
  pausedUntil: timestamp({ withTimezone: true }),
  /** The most sends at the same time: fewer after each failure, more after each success; null: no own limit. */
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
    /** Our recipient's id, if the carrier sends it back. */
    reference: text(),
    outcome: text({ enum: ['sent', 'delivered', 'undelivered', 'refused'] }).notNull(),
    /** In the customer's words. */
    error: text(),
    /** The carrier's own code of why, as it came. */
    code: text(),
    receivedAt: time().notNull(),
  },
  (table) => [
    // A report that comes twice is stored once.
    primaryKey({ columns: [table.provider, table.carrierMessageId, table.outcome] }),
    index('carrier_receipts_age').on(table.receivedAt),
  ],
);

/** The reports of a carrier that were not understood, as they came. */
export const unreadReports = pgTable(
  'unread_reports',
  { id: uuid().primaryKey(), provider: text().notNull(), text: text().notNull(), receivedAt: time().notNull() },
  (table) => [
    index('unread_reports_newest').on(table.provider, table.id),
    index('unread_reports_age').on(table.receivedAt),
  ],
);

/** The events of a carrier since the beginning, counted. */
export const carrierCounts = pgTable(
  'provider_counts',
  {
    name: text().notNull(),
    what: text({
      enum: ['unknown_refunded', 'messages_to_nobody', 'calls_to_nobody', 'byes_unanswered', 'reports_not_understood'],
    }).notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.what] })],
);

/** Callbacks of carriers that have been taken, so that none is taken twice. */
export const carrierCallbacks = pgTable('carrier_callbacks', {
  /** A hash of carrier, address and signature. */
  digest: text().primaryKey(),
  /** From then on a copy is refused because of its own time. */
  staleAt: time().notNull(),
});

/**
 * More accounts of carriers and more gateways than the environment names, made by administrators. A carrier is known by
 * this name everywhere, so rows of accounts that are no longer used stay.
 */
export const carrierAccounts = pgTable('carrier_accounts', {
  /** The adapter's name and one of the operator's: `smpp-lagos`. */
  name: text().primaryKey(),
  adapter: text().notNull(),
  /** The settings as the environment would hold them, as a JSON object of texts; sealed. */
  sealedSettings: text().notNull(),
  /** Anything new goes there. */
  isOn: boolean().notNull().default(true),
  createdAt: time().notNull(),
  /** When an administrator deleted it: it is shown nowhere, and stays open for reports of what it sent. */
  deletedAt: time(),
  /** Each change has a time of its own: by it processes see that there is one. */
  changedAt: time().notNull(),
});

/**
 * Messages and calls whose carrier says the price later. The carrier is asked until it answers; then the row has the
 * answer, in the carrier's currency, and the rate that made it pounds.
 */
export const carrierPrices = pgTable(
  'carrier_prices',
  {
    service: text({ enum: RATED_SERVICES }).notNull(),
    /** The recipient, or the call. */
    unitId: uuid().notNull(),
    /** The recipient's message; null for a call. */
    messageId: uuid(),
    carrier: text().notNull(),
    /** The carrier's id of it. */
    carrierUnitId: text().notNull(),
    /** How often it was asked. */
    asked: integer().notNull().default(0),
    /** When to ask again; null: the carrier has answered, or was asked often enough. */
    dueAt: time(),
    /** A decimal string, and an ISO 4217 code. */
    price: text(),
    currency: text(),
    /** Pounds for one of that currency, a decimal string; null while it is not known. */
    rate: text(),
    saidAt: time(),
  },
  (table) => [
    primaryKey({ columns: [table.service, table.unitId] }),
    partial(index('carrier_prices_due').on(table.service, table.dueAt), sql`${table.dueAt} is not null`),
  ],
);

/** The day's rate of each currency that a carrier may charge in. */
export const currencyRates = pgTable('currency_rates', {
  /** ISO 4217. */
  currency: text().primaryKey(),
  /** Pounds for one of it, a decimal string. */
  pounds: text().notNull(),
  readAt: time().notNull(),
});

/** Our own credit at each carrier, by its last answer. */
export const carrierBalances = pgTable('provider_balances', {
  name: text().primaryKey(),
  /** A decimal string, below zero if we owe, and an ISO 4217 code. */
  amount: text().notNull(),
  currency: text().notNull(),
  /** The credit was below the level at which administrators are told. */
  isLow: boolean().notNull(),
  saidAt: time().notNull(),
});
