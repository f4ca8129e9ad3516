import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { RATED_SERVICES } from '../enums.ts';

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
    index('carrier_prices_due')
      .on(table.service, table.dueAt)
      .where(sql`${table.dueAt} is not null`),
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
