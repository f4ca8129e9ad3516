import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { money, time } from '../columns.ts';
import {
  ACCOUNT_NUMBERS,
  COMPARED,
  INVOICE_KINDS,
  type InvoiceLine,
  type InvoiceParty,
  LANGUAGES,
  VAT_TREATMENTS,
} from '../enums.ts';
import { ofUser } from './accounts.ts';

/**
 * Months of the books that are closed: a trigger refuses ledger entries that are dated into one, or before it. Rows are
 * only ever added, one month after the other.
 */
export const closedMonths = pgTable('closed_months', (t) => ({
  /** Its first day. */
  month: t.date().primaryKey(),
  closedAt: time().notNull(),
  closedBy: ofUser().notNull(),
}));

/** The movement on each account of the books in a closed month, a debit above zero. Rows are only ever added. */
export const monthBalances = pgTable(
  'month_balances',
  (t) => ({
    month: t
      .date()
      .notNull()
      .references(() => closedMonths.month),
    /** Its number in `money/accounts/catalogue.ts`. */
    account: t.text({ enum: ACCOUNT_NUMBERS }).notNull(),
    amount: money({ precision: 16, scale: 2 }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.month, table.account] })],
);

/**
 * A reading of a wallet or of our credit at a carrier on a day, and the part of it that the books do not explain. A row
 * that differs is read again and written over until it agrees or is accepted; the next reading starts from the last row
 * that is settled.
 */
export const comparisons = pgTable(
  'comparisons',
  (t) => ({
    id: t.uuid().primaryKey(),
    kind: t.text({ enum: COMPARED }).notNull(),
    /** An address, or a carrier; and the coin or the currency. */
    subject: t.text().notNull(),
    unit: t.text().notNull(),
    /** One customer was given the address for a payment. */
    isOwnAddress: t.boolean().notNull().default(false),
    readAt: time().notNull(),
    /** The block of which it was asked; null for a carrier. */
    block: t.bigint({ mode: 'number' }),
    /** The balance there, a decimal string like all amounts here. */
    said: t.text().notNull(),
    /** The books' sums until then, and the sums that left or came in since the reading before. */
    parts: t.jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    /** From where the chain is asked next for what was sent out; in a form of its own. */
    mark: t.jsonb().$type<unknown>(),
    /** The sum outside that the books do not explain; below zero: the sum that is missing there. */
    difference: t.text().notNull(),
    /** When it was first read like this; null where it agrees. */
    differsSince: time(),
    /** An administrator knows the cause: from here on it is the books' own. */
    acceptedAt: time(),
    acceptedBy: ofUser(),
    reason: t.text(),
  }),
  (table) => [
    index('comparisons_of').on(table.kind, table.subject, table.unit, table.readAt),
    // Addresses that are read again, and what the books' card shows.
    index('comparisons_read').on(table.kind, table.readAt),
    uniqueIndex('comparisons_open')
      .on(table.kind, table.subject, table.unit)
      .where(sql`${table.differsSince} is not null and ${table.acceptedAt} is null`),
    check('comparisons_accepted', sql`(${table.acceptedAt} is null) = (${table.acceptedBy} is null)`),
  ],
);

/** An account's details on invoices; a reseller's row is also the issuer of their customers' invoices. */
export const billingDetails = pgTable('billing_details', (t) => ({
  userId: ofUser().primaryKey(),
  isBusiness: t.boolean().notNull().default(false),
  legalName: t.text(),
  street: t.text(),
  city: t.text(),
  postcode: t.text(),
  /** With its country's letters, in capitals and without spaces; its check digits are right. */
  vatNumber: t.text(),
  /** The answer about the number from the office of its country, its time and its reference; null: it was not asked, or gave no answer. */
  vatIsValid: t.boolean(),
  vatCheckedAt: time(),
  vatReference: t.text(),
  /** Each invoice comes by e-mail as well. */
  byMail: t.boolean().notNull().default(false),
  updatedAt: time().notNull(),
}));

/** The last number of each range: for an issuer, a kind and a year. It is taken with the row locked, so none is missing. */
export const invoiceRanges = pgTable(
  'invoice_ranges',
  (t) => ({
    /** Empty for us, otherwise the reseller's id. */
    issuer: t.text().notNull(),
    kind: t.text({ enum: INVOICE_KINDS }).notNull(),
    year: t.integer().notNull(),
    last: t.integer().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.issuer, table.kind, table.year] })],
);

/** Invoices and credit notes, as they were issued. A trigger refuses every change. */
export const invoices = pgTable(
  'invoices',
  (t) => ({
    id: t.uuid().primaryKey(),
    issuer: t.text().notNull(),
    kind: t.text({ enum: INVOICE_KINDS }).notNull(),
    year: t.integer().notNull(),
    sequence: t.integer().notNull(),
    number: t.text().notNull(),
    userId: ofUser().notNull(),
    issuedAt: time().notNull(),
    /** The day on which the books count its VAT: the last of what it is about, or of its issue where that month is closed. */
    bookedOn: t.date().notNull(),
    /** The period that it is about: the first and the last day. */
    periodFrom: t.date().notNull(),
    periodTo: t.date().notNull(),
    /** The top-up that it is about; null where it is about what was used. */
    transactionId: t.uuid(),
    /** The invoice that a credit note takes back in part or in whole. */
    correctsId: t.uuid().references((): AnyPgColumn => invoices.id),
    reason: t.text(),
    language: t.text({ enum: LANGUAGES }).notNull(),
    seller: t.jsonb().$type<InvoiceParty>().notNull(),
    buyer: t.jsonb().$type<InvoiceParty>().notNull(),
    lines: t.jsonb().$type<InvoiceLine[]>().notNull(),
    treatment: t.text({ enum: VAT_TREATMENTS }).notNull(),
    /** Per cent, a decimal string, and where it is from. */
    vatRate: t.text().notNull(),
    vatSource: t.text(),
    gross: money({ precision: 12, scale: 2 }).notNull(),
    vat: money({ precision: 12, scale: 2 }).notNull(),
    net: money({ precision: 12, scale: 2 })
      .notNull()
      .generatedAlwaysAs(sql`gross - vat`),
  }),
  (table) => [
    uniqueIndex('invoices_number').on(table.issuer, table.kind, table.year, table.sequence),
    index('invoices_user').on(table.userId, table.id),
    index('invoices_booked').on(table.bookedOn),
    index('invoices_corrects').on(table.correctsId),
    // A month is invoiced once, and a top-up once, however often the job runs.
    uniqueIndex('invoices_month_once')
      .on(table.issuer, table.userId, table.periodFrom)
      .where(sql`${table.kind} = 'invoice' and ${table.transactionId} is null`),
    uniqueIndex('invoices_top_up_once')
      .on(table.transactionId)
      .where(sql`${table.kind} = 'invoice' and ${table.transactionId} is not null`),
    check('invoices_sum', sql`${table.vat} >= 0 and ${table.vat} <= ${table.gross}`),
    check('invoices_corrects', sql`(${table.kind} = 'credit_note') = (${table.correctsId} is not null)`),
  ],
);
