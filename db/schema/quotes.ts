import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { money, partial, time } from '../columns.ts';
import { COIN_IDS, type PriceSource, RATE_DOUBTS, RATE_IDS } from '../enums.ts';
import { ofUser } from './accounts.ts';

/**
 * The price in a coin that a customer was quoted for an amount in pounds, and the address. Rows are never
 * deleted: a payment is judged by the quote that it was made for.
 */
export const quotes = pgTable(
  'quotes',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    cryptocurrency: t.text({ enum: COIN_IDS }).notNull(),
    amount: money({ precision: 10, scale: 2 }).notNull(),
    /** In the coin. */
    cryptoAmount: t.numeric({ precision: 30, scale: 8 }).notNull(),
    /** Coin per pound, a decimal string. */
    rate: t.text().notNull(),
    /** The sources of the rate. */
    rateSources: t.jsonb().$type<PriceSource[]>().notNull().default([]),
    address: t.text().notNull(),
    /** The address is the customer's own: then whatever reaches it is theirs. */
    ownAddress: t.boolean().notNull().default(false),
    /** The order that its payment is meant for; null: it becomes credit. */
    settlesTransactionId: t.uuid(),
    /** Its customer's own words, such as the reference of an order of theirs: those of its payment. */
    description: t.text().notNull().default(''),
    /** Asked for before it was paid, with an amount of its own: a payment of it says whose it is. */
    hasOwnAmount: t.boolean().notNull(),
    /** No other quote for the address has its amount; ends a week after the quote did. */
    holdsAmount: t.boolean().notNull(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
  }),
  (table) => [
    index('quotes_user').on(table.userId, table.id),
    // With two quotes of the same amount it would be unknown whose a payment is.
    uniqueIndex('quotes_amount_once')
      .on(table.cryptocurrency, table.address, table.cryptoAmount)
      .where(sql`${table.holdsAmount}`),
    // Finds the quote whose amount has arrived.
    index('quotes_amount')
      .on(table.cryptocurrency, table.address, table.cryptoAmount, table.createdAt)
      .where(sql`${table.hasOwnAmount}`),
    partial(index('quotes_own_address').on(table.cryptocurrency, table.createdAt), sql`${table.ownAddress}`),
    check('quotes_crypto_amount', sql`${table.cryptoAmount} > 0`),
    check('quotes_holds_own', sql`${table.hasOwnAmount} or not ${table.holdsAmount}`),
  ],
);

/** The price of a coin at this moment, as far as the exchanges that are asked give it. */
export const coinRates = pgTable('coin_rates', (t) => ({
  id: t.text({ enum: RATE_IDS }).primaryKey(),
  /** The median of what they said: pounds for one coin, a decimal string. */
  price: t.text().notNull(),
  /** Coin per pound, with the operator's spread on top: a decimal string. */
  rate: t.text().notNull(),
  sources: t.jsonb().$type<PriceSource[]>().notNull(),
  /** When one of them last answered. */
  checkedAt: time().notNull(),
  /** When it last differed too much from the look before; null where it never did. */
  jumpedAt: time(),
  /** Why the last look was not believed: the price before it stays. Null where it was. */
  doubt: t.text({ enum: RATE_DOUBTS }),
}));
