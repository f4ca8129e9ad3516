import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { money, partial, refersTo, time } from '../columns.ts';
import { PRICED_SUBJECTS } from '../enums.ts';
import { ofUser } from './accounts.ts';
import { ofTransaction } from './ledger.ts';
import { rateDecks } from './rates.ts';

/**
 * The prices of a reseller. A reseller's own row is the default for all customers; a customer's row has the
 * differences for that customer. If neither sets a price, the standard rate is the price.
 */
export const priceLists = pgTable(
  'price_lists',
  (t) => ({
    userId: ofUser().primaryKey(),
    /** A part to one recipient costs this. */
    sms: money({ precision: 8, scale: 2 }),
    /** A minute costs this. */
    voice: money({ precision: 8, scale: 2 }),
    /** The same as a share of each destination's standard price. */
    smsPercent: t.integer(),
    voicePercent: t.integer(),
    /**
     * Instead, the prices of a deck that we sell by: each destination's own. Beside a price or a percentage the deck has
     * single destinations, and all others cost what that says.
     */
    smsDeckId: t.uuid().references(() => rateDecks.id),
    voiceDeckId: t.uuid().references(() => rateDecks.id),
    /** A month of a number costs this, whatever its country. */
    numberPrice: money({ precision: 8, scale: 2 }),
    /** The same as a share of the country's standard price. */
    numberPercent: t.integer(),
    /** A year of a trunk costs this share of its standard price. */
    trunkPercent: t.integer(),
    updatedAt: time().notNull(),
  }),
  (table) => [
    // A higher price could not be charged: the columns of calls and messages cannot hold it.
    check('price_lists_chargeable', sql`${table.sms} <= 100 and ${table.voice} <= 100`),
    check('price_lists_one_sms_price', sql`${table.sms} is null or ${table.smsPercent} is null`),
    check('price_lists_one_voice_price', sql`${table.voice} is null or ${table.voicePercent} is null`),
    // Every file that changes a deck asks who pays by it; few lists name one.
    partial(index('price_lists_sms_deck').on(table.smsDeckId), sql`${table.smsDeckId} is not null`),
    partial(index('price_lists_voice_deck').on(table.voiceDeckId), sql`${table.voiceDeckId} is not null`),
    check('price_lists_one_number_price', sql`${table.numberPrice} is null or ${table.numberPercent} is null`),
  ],
);

/**
 * Our prices for one account that buys of us directly, a customer or a reseller. The row that began last holds; one with
 * neither a percentage nor a deck says that everybody's prices hold again. A row is never changed after it began.
 */
export const accountPrices = pgTable(
  'account_prices',
  (t) => ({
    userId: ofUser().notNull(),
    subject: t.text({ enum: PRICED_SUBJECTS }).notNull(),
    holdsFrom: time().notNull(),
    /** A share of the standard price, where the deck has no row. */
    percent: t.integer(),
    /** The destinations that this deck has cost what it says. */
    deckId: t.uuid().references(() => rateDecks.id, { onDelete: 'set null' }),
    setAt: time().notNull(),
    /** No foreign key: the administrator's account may be gone. */
    setBy: t.uuid().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.subject, table.holdsFrom] }),
    check('account_prices_percent', sql`${table.percent} between 1 and 300`),
    check('account_prices_deck', sql`${table.deckId} is null or ${table.subject} in ('sms', 'voice')`),
    partial(index('account_prices_deck_id').on(table.deckId), sql`${table.deckId} is not null`),
  ],
);

/**
 * Prices of a list that a reseller has raised and that do not hold yet: they are written into `price_lists` when their
 * time has come, which alone says what is charged.
 */
export const priceRaises = pgTable(
  'price_raises',
  (t) => ({
    /** The list belongs to this reseller, or to this one customer. */
    userId: ofUser().notNull(),
    subject: t.text({ enum: PRICED_SUBJECTS }).notNull(),
    /** They mean the same as in `price_lists`; all null: what stands behind it. */
    price: money({ precision: 8, scale: 2 }),
    percent: t.integer(),
    deckId: t.uuid().references(() => rateDecks.id),
    announcedAt: time().notNull(),
    holdsFrom: time().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.subject] }),
    index('price_raises_due').on(table.holdsFrom),
    check('price_raises_one_price', sql`${table.price} is null or ${table.percent} is null`),
    check('price_raises_deck_subject', sql`${table.deckId} is null or ${table.subject} in ('sms', 'voice')`),
    partial(index('price_raises_deck').on(table.deckId), sql`${table.deckId} is not null`),
  ],
);

/**
 * The reseller's part of a customer's charge when nothing of it is refunded: the customer's price minus the
 * reseller's rate. A row here does not mean that it is earned or paid.
 */
export const margins = pgTable('margins', (t) => ({
  /** The customer's charge. */
  transactionId: ofTransaction().primaryKey(),
  /** No foreign key: its check would lock the reseller's row with every charge of every customer. */
  resellerId: t.uuid().notNull(),
  customerId: t.uuid().notNull(),
  amount: money({ precision: 10, scale: 2 }).notNull(),
  createdAt: time().notNull(),
}));

/**
 * The part of a margin that was earned when it was final what became of a message, a call or a number, in one or
 * more rows; negative if a carrier refused a message after all. It reaches the reseller's balance later, in sums. Rows
 * are only ever added.
 */
export const marginEarnings = pgTable(
  'margin_earnings',
  (t) => ({
    id: t.bigserial({ mode: 'number' }).primaryKey(),
    /** The customer's charge. */
    transactionId: refersTo(() => margins.transactionId).notNull(),
    resellerId: t.uuid().notNull(),
    customerId: t.uuid().notNull(),
    amount: money({ precision: 10, scale: 2 }).notNull(),
    createdAt: time().notNull(),
    /** The reseller's transaction that it is part of; null until it has reached the balance. */
    creditedBy: t.uuid(),
  }),
  (table) => [
    index('margin_earnings_transaction').on(table.transactionId),
    partial(index('margin_earnings_waiting').on(table.resellerId, table.customerId), sql`${table.creditedBy} is null`),
    // Margins that have to be taken back before anything leaves the account: almost always none.
    index('margin_earnings_taken_back')
      .on(table.resellerId)
      .where(sql`${table.creditedBy} is null and ${table.amount} < 0`),
    index('margin_earnings_credited').on(table.creditedBy),
  ],
);

/**
 * The margins that have reached a reseller's balance, by the UTC month in which they were earned: from all customers,
 * and from each. With those that still wait they are all that was ever earned, whatever the length of the history.
 */
export const marginTotals = pgTable(
  'margin_totals',
  (t) => ({
    resellerId: t.uuid().notNull(),
    /** The reseller's own id: all customers together. */
    customerId: t.uuid().notNull(),
    /** Its first day. */
    month: t.date().notNull(),
    amount: money({ precision: 14, scale: 2 }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.resellerId, table.customerId, table.month] })],
);
