import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { fromZero, money, partial, refersTo, time, transactionNumber } from '../columns.ts';
import { DECK_KINDS, OUTCOMES_THAT_SAY, PART_COUNTINGS, RATED_SERVICES, ROUTE_ORDERS } from '../enums.ts';
import { ofUser } from './accounts.ts';

/** A list of what destinations cost, by prefix: what we sell at, or what one carrier asks of us. */
export const rateDecks = pgTable(
  'rate_decks',
  (t) => ({
    id: t.uuid().primaryKey(),
    name: t.text().notNull(),
    kind: t.text({ enum: DECK_KINDS }).notNull(),
    service: t.text({ enum: RATED_SERVICES }).notNull(),
    /** The costs are this carrier's; null for what we sell at. */
    carrier: t.text(),
    /** How the parts of a long message are counted if the deck is used for sales. */
    counting: t.text({ enum: PART_COUNTINGS }).notNull().default('160/160'),
    /**
     * The length of the longest prefix that it ever had: numbers with the same first digits, up to this
     * length, have the same price.
     */
    longestPrefix: t.integer().notNull().default(0),
    /** For a list of our prices: it may be sold even if every carrier asks more. */
    belowCost: t.boolean().notNull().default(false),
    /** Resellers see such a list of our prices, and may let their customers pay by it. */
    offered: t.boolean().notNull().default(false),
    /** Single destinations of one reseller's price list: nobody else sees them, and they go when that list names them no longer. */
    hidden: t.boolean().notNull().default(false),
    /** The currency of a carrier's costs, ISO 4217; what we sell at is in pounds. */
    currency: t.text().notNull().default('GBP'),
    /**
     * The meanings that administrators have given to the headings of this carrier's files, by heading; null: nothing.
     */
    headings: t.jsonb().$type<Record<string, string | null>>().notNull().default({}),
    createdAt: time().notNull(),
  }),
  (table) => [
    uniqueIndex('rate_decks_name').on(table.service, sql`lower(${table.name})`),
    partial(uniqueIndex('rate_decks_carrier').on(table.service, table.carrier), sql`${table.kind} = 'cost'`),
    check('rate_decks_offered_sells', sql`not ${table.offered} or ${table.kind} = 'sell'`),
    check('rate_decks_pounds', sql`${table.currency} = 'GBP' or ${table.kind} = 'cost'`),
    check('rate_decks_carrier_of_cost', sql`(${table.kind} = 'cost') = (${table.carrier} is not null)`),
  ],
);

/** Each file that was read into a deck, and whether that was taken back. */
export const rateImports = pgTable(
  'rate_imports',
  (t) => ({
    id: t.uuid().primaryKey(),
    deckId: refersTo(() => rateDecks.id).notNull(),
    fileName: t.text().notNull(),
    importedBy: ofUser().notNull(),
    importedAt: time().notNull(),
    /** When its rows begin to hold. */
    validFrom: time().notNull(),
    /** Rows that it added: new prefixes, and changed ones. */
    added: t.integer().notNull(),
    changed: t.integer().notNull(),
    /** Prefixes that the file no longer has. */
    ended: t.integer().notNull(),
    /** A list of a carrier's costs took `closed` destinations from sale; `closedUsed` of them were used in 30 days. */
    closed: t.integer().notNull().default(0),
    closedUsed: t.integer().notNull().default(0),
    undoneAt: time(),
    undoneBy: ofUser(),
  }),
  (table) => [index('rate_imports_deck').on(table.deckId, table.id)],
);

/**
 * The price of numbers with a prefix, from one moment to another. For one prefix at most one row holds at a
 * time; of a number's prefixes the longest counts.
 */
export const rateRows = pgTable(
  'rate_rows',
  (t) => ({
    // No foreign keys: their checks take longer than the 200,000 rows of an import themselves.
    deckId: t.uuid().notNull(),
    /** The first digits of a number in E.164, without the plus. */
    prefix: t.text().notNull(),
    name: t.text().notNull(),
    /** A minute, or a part to one recipient, costs this. */
    rate: money({ precision: 8, scale: 4 }).notNull(),
    /** Once for each call. */
    fee: fromZero({ precision: 8, scale: 4 }),
    /** Seconds. The first interval, and each one after it, is charged in full once it has begun. */
    firstInterval: t.integer().notNull().default(60),
    nextInterval: t.integer().notNull().default(60),
    /** ISO 3166-1 alpha-2, and the mobile country and network code, where the file says so. */
    country: t.text(),
    network: t.text(),
    /** Not sold. */
    blocked: t.boolean().notNull().default(false),
    validFrom: time().notNull(),
    /** It no longer holds from this time on; null: until another row replaces it. */
    validUntil: time(),
    /** The same in the list's own currency, where that is not pounds: what it comes to in pounds is counted daily. */
    saidRate: t.numeric({ precision: 16, scale: 6 }),
    saidFee: t.numeric({ precision: 16, scale: 6 }),
    importId: t.uuid().notNull(),
    /** The import that ended it. */
    endedBy: t.uuid(),
  }),
  (table) => [
    primaryKey({ columns: [table.deckId, table.prefix, table.validFrom, table.importId] }),
    // None by import: taking one back reads its deck, and each index takes a third of the time of an import. Rows without
    // a network, which are most, do not pay for this one.
    partial(index('rate_rows_network').on(table.deckId, table.network), sql`${table.network} is not null`),
    check('rate_rows_prefix', sql`${table.prefix} ~ '^[1-9][0-9]{0,14}$'`),
    // A higher price could not be charged: no column of a call or a message can hold it.
    check('rate_rows_chargeable', sql`${table.rate} between 0 and 100 and ${table.fee} between 0 and 100`),
    check(
      'rate_rows_intervals',
      sql`${table.firstInterval} between 1 and 3600 and ${table.nextInterval} between 1 and 3600`,
    ),
  ],
);

/**
 * The names of a deck's destinations, each once, and the lowest and highest prefix that it ever had: a search by name
 * looks at some thousand names and then at the prefixes between two, not at all rows. An index on the rows' names would
 * take a third of the time of an import.
 */
export const rateNames = pgTable(
  'rate_names',
  (t) => ({
    deckId: t.uuid().notNull(),
    name: t.text().notNull(),
    firstPrefix: t.text().notNull(),
    lastPrefix: t.text().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.deckId, table.name] })],
);

/** The decks that are used for sales at this moment; without a row for a service its flat price holds. */
export const rateUses = pgTable(
  'rate_uses',
  (t) => ({
    service: t.text({ enum: RATED_SERVICES }).primaryKey(),
    /** Everybody who buys of us directly pays by this one. */
    deckId: refersTo(() => rateDecks.id).notNull(),
    /** Resellers pay by this one while their package runs; null: the standard deck. */
    resellerDeckId: t.uuid().references(() => rateDecks.id),
    /** Their share of that deck's prices. */
    resellerPercent: t.integer().notNull().default(100),
    usedSince: time().notNull(),
  }),
  (table) => [check('rate_uses_percent', sql`${table.resellerPercent} between 1 and 100`)],
);

/**
 * Announced changes of what a service is sold by, which make something dearer for somebody. They are written into
 * `rate_uses` when their time has come, which alone says what is charged.
 */
export const rateSwitches = pgTable(
  'rate_switches',
  (t) => ({
    service: t.text({ enum: RATED_SERVICES }).primaryKey(),
    /** It is that of `rate_uses`; null: the flat prices. */
    deckId: t.uuid().references(() => rateDecks.id),
    resellerDeckId: t.uuid().references(() => rateDecks.id),
    resellerPercent: t.integer().notNull().default(100),
    announcedAt: time().notNull(),
    announcedBy: ofUser().notNull(),
    holdsFrom: time().notNull(),
  }),
  (table) => [check('rate_switches_percent', sql`${table.resellerPercent} between 1 and 100`)],
);

/** The rule for the order of the carriers of a destination if their prices are known; without a row the preference. */
export const routeOrders = pgTable('route_orders', (t) => ({
  service: t.text({ enum: RATED_SERVICES }).primaryKey(),
  by: t.text({ enum: ROUTE_ORDERS }).notNull(),
  changedAt: time().notNull(),
}));

/** The transactions that changed a price or the order of carriers, so that what a process keeps of these is known to be old. */
export const priceChanges = pgTable('price_changes', {
  xid: transactionNumber().primaryKey(),
  at: time().notNull(),
});

const total = () => bigint({ mode: 'number' }).notNull();

/** What came of the messages and calls that a carrier was given, by the UTC day on which they ended. */
export const routeDays = pgTable(
  'route_days',
  (t) => ({
    day: t.date().notNull(),
    service: t.text({ enum: RATED_SERVICES }).notNull(),
    carrier: t.text().notNull(),
    /** As in `route_outcomes`. */
    prefix: t.text().notNull(),
    tries: total(),
    /** Delivered, or answered. */
    reached: total(),
    /** Of the answered calls: how long they lasted, and how long it took until they were answered. */
    seconds: total(),
    waited: total(),
    /** The calls that rang, and how many milliseconds it took until they did (post-dial delay). */
    rings: total().default(0),
    ringMs: total().default(0),
  }),
  (table) => [primaryKey({ columns: [table.day, table.service, table.carrier, table.prefix] })],
);

/** The results of the last messages and calls to a prefix that a carrier was given. */
export const routeOutcomes = pgTable(
  'route_outcomes',
  (t) => ({
    service: t.text({ enum: RATED_SERVICES }).notNull(),
    carrier: t.text().notNull(),
    /** The row of the carrier's costs has this prefix; where there is none, it is the calling code. */
    prefix: t.text().notNull(),
    /** The newest first, 1 for what was delivered or answered, 0 for what was not. */
    outcomes: t.text().notNull(),
    /** How many they are, and the share of them that was delivered or answered: the worst are found by an index. */
    seen: t
      .integer()
      .notNull()
      .generatedAlwaysAs(sql`length(outcomes)`),
    share: t
      .real()
      .notNull()
      .generatedAlwaysAs(sql`length(replace(outcomes, '0', ''))::real / greatest(1, length(outcomes))`),
  }),
  (table) => [
    primaryKey({ columns: [table.service, table.carrier, table.prefix] }),
    index('route_outcomes_worst')
      .on(table.service, table.carrier, table.share, table.prefix)
      .where(sql`seen >= ${sql.raw(String(OUTCOMES_THAT_SAY))}`),
  ],
);
