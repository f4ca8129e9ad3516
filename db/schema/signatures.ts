import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { transactions } from './ledger.ts';

/**
 * The texts about a payment that somebody has signed with an address, checked when they came. Whether the address sent
 * the payment says its evidence.
 */
export const paymentSignatures = pgTable(
  'payment_signatures',
  {
    transactionId: uuid()
      .notNull()
      .references(() => transactions.id),
    /** It is written as its chain's evidence writes addresses. */
    address: text().notNull(),
    /** The text that was signed. */
    message: text().notNull(),
    signature: text().notNull(),
    signedAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.address] })],
);
