import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { money, time } from '../columns.ts';
import { users } from './accounts.ts';
import { transactions } from './ledger.ts';

/**
 * What a reseller sells at. A reseller's own row is the default of all their customers, a customer's row
 * is what differs for that customer. Where neither says anything, the standard rate is the price.
 */
export const priceLists = pgTable(
  'price_lists',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    /** Of a part to one recipient. */
    sms: money({ precision: 8, scale: 2 }),
    /** Of a minute. */
    voice: money({ precision: 8, scale: 2 }),
    /** Of a month of a number, whatever its country. */
    numberPrice: money({ precision: 8, scale: 2 }),
    /** The same as a share of the country's standard price. */
    numberPercent: integer(),
    updatedAt: time().notNull(),
  },
  (table) => [
    // What is beyond could not be charged: no column of a call or a message holds it.
    check('price_lists_chargeable', sql`${table.sms} <= 100 and ${table.voice} <= 100`),
    check(
      'price_lists_one_number_price',
      sql`${table.numberPrice} is null or ${table.numberPercent} is null`,
    ),
  ],
);

/**
 * What a charge of a reseller's customer leaves the reseller: the customer's price less the reseller's
 * rate; negative where it was given back. It is added to the reseller's balance later, in sums.
 */
export const margins = pgTable(
  'margins',
  {
    /** The customer's charge or refund. */
    transactionId: uuid()
      .primaryKey()
      .references(() => transactions.id),
    /** No foreign key: its check would lock the reseller's row with every charge of every customer. */
    resellerId: uuid().notNull(),
    customerId: uuid().notNull(),
    amount: money({ precision: 10, scale: 2 }).notNull(),
    createdAt: time().notNull(),
    /** The reseller's transaction that it is part of; null until it has reached the balance. */
    creditedBy: uuid(),
  },
  (table) => [
    index('margins_customer').on(table.customerId, table.createdAt, table.amount),
    index('margins_reseller').on(table.resellerId, table.createdAt, table.amount),
    index('margins_waiting')
      .on(table.resellerId)
      .where(sql`${table.creditedBy} is null`),
    index('margins_credited').on(table.creditedBy),
  ],
);
