import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { money, partial, time } from '../columns.ts';
import { COIN_IDS, type PriceSource, RATE_DOUBTS, RATE_IDS } from '../enums.ts';
import { ofUser } from './accounts.ts';

/**
 * The price in a coin that a customer was quoted for an amount in pounds, and the address. Rows are never
 * deleted: a payment is judged by the quote that it was made for.
 */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid().primaryKey(),
    userId: ofUser().notNull(),
    cryptocurrency: text({ enum: COIN_IDS }).notNull(),
    amount: money({ precision: 10, scale: 2 }).notNull(),
    /** In the coin. */
    cryptoAmount: numeric({ precision: 30, scale: 8 }).notNull(),
    /** Coin per pound, a decimal string. */
    rate: text().notNull(),
    /** The sources of the rate. */
    rateSources: jsonb().$type<PriceSource[]>().notNull().default([]),
    address: text().notNull(),
    /** The address is the customer's own: then whatever reaches it is theirs. */
    ownAddress: boolean().notNull().default(false),
    /** The order that its payment is meant for; null: it becomes credit. */
    settlesTransactionId: uuid(),
    /** Its customer's own words, such as the reference of an order of theirs: those of its payment. */
    description: text().notNull().default(''),
    /** Asked for before it was paid, with an amount of its own: a payment of it says whose it is. */
    hasOwnAmount: boolean().notNull(),
    /** No other quote for the address has its amount; ends a week after the quote did. */
    holdsAmount: boolean().notNull(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
  },
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
export const coinRates = pgTable('coin_rates', {
  id: text({ enum: RATE_IDS }).primaryKey(),
  /** The median of what they said: pounds for one coin, a decimal string. */
  price: text().notNull(),
  /** Coin per pound, with the operator's spread on top: a decimal string. */
  rate: text().notNull(),
  sources: jsonb().$type<PriceSource[]>().notNull(),
  /** When one of them last answered. */
  checkedAt: time().notNull(),
  /** When it last differed too much from the look before; null where it never did. */
  jumpedAt: time(),
  /** Why the last look was not believed: the price before it stays. Null where it was. */
  doubt: text({ enum: RATE_DOUBTS }),
});
