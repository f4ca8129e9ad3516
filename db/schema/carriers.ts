import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { partial, time } from '../columns.ts';
import { RATED_SERVICES } from '../enums.ts';

/** One row: which carrier is the active one. */
export const carrierState = pgTable('provider_state', (t) => ({
  /** Always 1. */
  id: t.integer().primaryKey(),
  active: t.text().notNull(),
  /**
   * The carrier that an administrator chose, or that served first; null: the active one. After a failover it
   * becomes active again without an administrator.
   */
  preferred: t.text(),
  changedAt: time().notNull(),
}));

/** The newest probe of each carrier. */
export const carrierHealth = pgTable('provider_health', (t) => ({
  name: t.text().primaryKey(),
  healthy: t.boolean().notNull(),
  detail: t.text(),
  checkedAt: time().notNull(),
  /** Null while it is not. */
  healthySince: time(),
}));

/** Every probe of a little more than a day. */
export const carrierProbes = pgTable(
  'provider_probes',
  (t) => ({
    name: t.text().notNull(),
    at: time().notNull(),
    healthy: t.boolean().notNull(),
    latencyMs: t.integer().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.name, table.at] })],
);

/** The results of real traffic with each carrier, in slices of ten seconds, of all processes together. */
export const carrierTraffic = pgTable(
  'provider_traffic',
  (t) => ({
    name: t.text().notNull(),
    at: time().notNull(),
    sends: t.integer().notNull(),
    /** Those of them that the carrier is to blame for. */
    failures: t.integer().notNull(),
    /** The sends and failures among them that were tried again: for people a message counts once. */
    retried: t.integer().notNull().default(0),
    failuresRetried: t.integer().notNull().default(0),
  }),
  (table) => [primaryKey({ columns: [table.name, table.at] })],
);

/** The accounts that a carrier failed at, by slices of ten seconds: one customer alone says nothing about a carrier. */
export const carrierFailures = pgTable(
  'provider_failures',
  (t) => ({
    name: t.text().notNull(),
    at: time().notNull(),
    account: t.uuid().notNull(),
    /** The lowest and the highest of the numbers that it failed at: whether there were several. */
    lowest: t.text().notNull(),
    highest: t.text().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.name, table.at, table.account] })],
);

/**
 * The sends that may start at a carrier at this moment, for all processes together. A process that takes
 * messages for a carrier locks the carrier's row, so that the limits hold for any number of processes.
 */
export const carrierGates = pgTable('provider_gates', (t) => ({
  name: t.text().primaryKey(),
  /** Sends. */
  allowance: t.doublePrecision().notNull(),
  /** By the clock of the database: it is the one clock of all processes. */
  refilledAt: t.timestamp({ withTimezone: true }).notNull(),
  /** Failed sends that are the carrier's fault, since the last success. */
  failuresInARow: t.integer().notNull().default(0),
  failedAt: time(),
  /** Different numbers for which it gave no answer, or was not reached, since it last answered; some of them. */
  unanswered: t
    .text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** The account that was last served, for each urgency, where more waited than it takes: the next one has its turn. */
  turns: t
    .uuid()
    .array()
    .notNull()
    .default(sql`array_fill('00000000-0000-0000-0000-000000000000'::uuid, array[3])`),
  /** When something was last handed to it. */
  handedAt: time(),
  /**
   * Sends a second, where the carrier said it was too busy for its configured rate. It grows again with time.
   */
  rate: t.doublePrecision(),
  /** When `rate` was last lowered. */
  slowedAt: t.timestamp({ withTimezone: true }),
  /** Since when it has said to everything that it is too busy. */
  busySince: t.timestamp({ withTimezone: true }),
  /** Before this time nothing is handed over: the carrier asked for it. */
  pausedUntil: t.timestamp({ withTimezone: true }),
  /** The most sends at the same time: fewer after each failure, more after each success; null: no own limit. */
  cap: t.integer(),
}));

/**
 * A sender that a carrier slows down, while it takes other senders' messages. The row is removed when the sender has
 * its full rate again.
 */
export const senderGates = pgTable(
  'sender_gates',
  (t) => ({
    /** The carrier. */
    name: t.text().notNull(),
    sender: t.text().notNull(),
    /** Sends a second. */
    rate: t.doublePrecision().notNull(),
    /** Sends. */
    allowance: t.doublePrecision().notNull(),
    /** The clock of these times is the database's, as in `provider_gates`. */
    refilledAt: t.timestamp({ withTimezone: true }).notNull(),
    slowedAt: t.timestamp({ withTimezone: true }).notNull(),
    pausedUntil: t.timestamp({ withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.name, table.sender] })],
);

/**
 * Delivery reports as they came in, until they are applied. One may arrive before the answer to its own
 * send is stored; it waits here for its message.
 */
export const carrierReceipts = pgTable(
  'carrier_receipts',
  (t) => ({
    provider: t.text().notNull(),
    carrierMessageId: t.text('provider_message_id').notNull(),
    /** Our recipient's id, if the carrier sends it back. */
    reference: t.text(),
    outcome: t.text({ enum: ['sent', 'delivered', 'undelivered', 'refused'] }).notNull(),
    /** In the customer's words. */
    error: t.text(),
    /** The carrier's own code of why, as it came. */
    code: t.text(),
    receivedAt: time().notNull(),
  }),
  (table) => [
    // A report that comes twice is stored once.
    primaryKey({ columns: [table.provider, table.carrierMessageId, table.outcome] }),
    index('carrier_receipts_age').on(table.receivedAt),
  ],
);

/** The reports of a carrier that were not understood, as they came. */
export const unreadReports = pgTable(
  'unread_reports',
  (t) => ({
    id: t.uuid().primaryKey(),
    provider: t.text().notNull(),
    text: t.text().notNull(),
    receivedAt: time().notNull(),
  }),
  (table) => [
    index('unread_reports_newest').on(table.provider, table.id),
    index('unread_reports_age').on(table.receivedAt),
  ],
);

/** The events of a carrier since the beginning, counted. */
export const carrierCounts = pgTable(
  'provider_counts',
  (t) => ({
    name: t.text().notNull(),
    what: t
      .text({
        enum: [
          'unknown_refunded',
          'messages_to_nobody',
          'calls_to_nobody',
          'byes_unanswered',
          'reports_not_understood',
        ],
      })
      .notNull(),
    count: t.bigint({ mode: 'number' }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.name, table.what] })],
);

/** Callbacks of carriers that have been taken, so that none is taken twice. */
export const carrierCallbacks = pgTable('carrier_callbacks', (t) => ({
  /** A hash of carrier, address and signature. */
  digest: t.text().primaryKey(),
  /** From then on a copy is refused because of its own time. */
  staleAt: time().notNull(),
}));

/**
 * More accounts of carriers and more gateways than the environment names, made by administrators. A carrier is known by
 * this name everywhere, so rows of accounts that are no longer used stay.
 */
export const carrierAccounts = pgTable('carrier_accounts', (t) => ({
  /** The adapter's name and one of the operator's: `smpp-lagos`. */
  name: t.text().primaryKey(),
  adapter: t.text().notNull(),
  /** The settings as the environment would hold them, as a JSON object of texts; sealed. */
  sealedSettings: t.text().notNull(),
  /** Anything new goes there. */
  isOn: t.boolean().notNull().default(true),
  createdAt: time().notNull(),
  /** When an administrator deleted it: it is shown nowhere, and stays open for reports of what it sent. */
  deletedAt: time(),
  /** Each change has a time of its own: by it processes see that there is one. */
  changedAt: time().notNull(),
}));

/**
 * Messages and calls whose carrier says the price later. The carrier is asked until it answers; then the row has the
 * answer, in the carrier's currency, and the rate that made it pounds.
 */
export const carrierPrices = pgTable(
  'carrier_prices',
  (t) => ({
    service: t.text({ enum: RATED_SERVICES }).notNull(),
    /** The recipient, or the call. */
    unitId: t.uuid().notNull(),
    /** The recipient's message; null for a call. */
    messageId: t.uuid(),
    carrier: t.text().notNull(),
    /** The carrier's id of it. */
    carrierUnitId: t.text().notNull(),
    /** How often it was asked. */
    asked: t.integer().notNull().default(0),
    /** When to ask again; null: the carrier has answered, or was asked often enough. */
    dueAt: time(),
    /** A decimal string, and an ISO 4217 code. */
    price: t.text(),
    currency: t.text(),
    /** Pounds for one of that currency, a decimal string; null while it is not known. */
    rate: t.text(),
    saidAt: time(),
  }),
  (table) => [
    primaryKey({ columns: [table.service, table.unitId] }),
    partial(index('carrier_prices_due').on(table.service, table.dueAt), sql`${table.dueAt} is not null`),
  ],
);

/** The day's rate of each currency that a carrier may charge in. */
export const currencyRates = pgTable('currency_rates', (t) => ({
  /** ISO 4217. */
  currency: t.text().primaryKey(),
  /** Pounds for one of it, a decimal string. */
  pounds: t.text().notNull(),
  readAt: time().notNull(),
}));

/** Our own credit at each carrier, by its last answer. */
export const carrierBalances = pgTable('provider_balances', (t) => ({
  name: t.text().primaryKey(),
  /** A decimal string, below zero if we owe, and an ISO 4217 code. */
  amount: t.text().notNull(),
  currency: t.text().notNull(),
  /** The credit was below the level at which administrators are told. */
  isLow: t.boolean().notNull(),
  saidAt: time().notNull(),
}));
