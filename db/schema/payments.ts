import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex, primaryKey } from 'drizzle-orm/pg-core';
import { money, partial, time } from '../columns.ts';
import { ofUser } from './accounts.ts';
import { ofTransaction } from './ledger.ts';
import {
  type EndpointEvidence,
  SCREENING_VERDICTS,
  type EvidenceOutput,
  LOSSES,
  type Reason,
  VERDICTS,
} from '../enums.ts';

/** The administrator who has taken a waiting payment, so that no two look into the same one. It binds nobody. */
export const paymentTakes = pgTable('payment_takes', {
  transactionId: ofTransaction().primaryKey(),
  takenBy: ofUser().notNull(),
  takenAt: time().notNull(),
});

/**
 * The credit that an administrator took back of a verified payment, because it was decided wrongly. Where two
 * have to agree, one asked for it and another one did it; else both are the same. Rows are never deleted.
 */
export const paymentReversals = pgTable(
  'payment_reversals',
  (t) => ({
    id: t.uuid().primaryKey(),
    /** The payment. */
    transactionId: ofTransaction().notNull(),
    amount: money({ precision: 10, scale: 2 }).notNull(),
    reason: t.text().notNull(),
    /** The payment's hash may be used again; else it stays blocked. */
    freesHash: t.boolean().notNull(),
    requestedBy: ofUser().notNull(),
    requestedAt: time().notNull(),
    decidedAt: time().notNull(),
    decidedBy: ofUser().notNull(),
    /** The transaction that took the credit back. */
    reversalTransactionId: ofTransaction().notNull(),
  }),
  (table) => [
    index('payment_reversals_payment').on(table.transactionId),
    uniqueIndex('payment_reversals_transaction').on(table.reversalTransactionId),
    check('payment_reversals_amount', sql`${table.amount} > 0`),
  ],
);

/** The payments that the system itself tried to verify, and those that it did verify. Rows are never deleted. */
export const autoVerifications = pgTable(
  'auto_verifications',
  (t) => ({
    transactionId: ofTransaction().primaryKey(),
    /** When it may be tried again. */
    nextTryAt: time().notNull(),
    /** Why the last try did not verify it; null where it did. */
    obstacle: t.text(),
    verifiedAt: time(),
    /** The credited amount; it counts for the day's sum. */
    amount: money({ precision: 10, scale: 2 }),
    /** The finding of each endpoint. */
    evidence: t.jsonb().$type<EndpointEvidence[]>().notNull().default([]),
  }),
  (table) => [partial(index('auto_verifications_verified').on(table.verifiedAt), sql`${table.verifiedAt} is not null`)],
);

/** The answers of the operator's screening service about the addresses that sent a payment. */
export const paymentScreenings = pgTable('payment_screenings', (t) => ({
  transactionId: ofTransaction().primaryKey(),
  /** The hash whose senders were asked about; the payment's own may have changed since. */
  transactionHash: t.text().notNull(),
  verdict: t.text({ enum: SCREENING_VERDICTS }).notNull(),
  /** The service's own words, or why there is no answer. */
  reason: t.text(),
  askedAt: time().notNull(),
  /** When it is asked again; null once it has answered. */
  nextAskAt: time(),
}));

/**
 * The texts about a payment that somebody has signed with an address, checked when they came. Whether the address sent
 * the payment says its evidence.
 */
export const paymentSignatures = pgTable(
  'payment_signatures',
  (t) => ({
    transactionId: ofTransaction().notNull(),
    /** It is written as its chain's evidence writes addresses. */
    address: t.text().notNull(),
    /** The text that was signed. */
    message: t.text().notNull(),
    signature: t.text().notNull(),
    signedAt: time().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.transactionId, table.address] })],
);

/**
 * The chain's answer about a payment's hash. There is a row as soon as a payment is watched; while
 * `checkedAt` is null nobody has looked yet. A lookup that fails does not change an earlier result.
 */
export const chainEvidence = pgTable(
  'chain_evidence',
  (t) => ({
    transactionId: ofTransaction().primaryKey(),
    /** The hash that was looked up; the payment's own may have changed since. */
    transactionHash: t.text().notNull(),
    /** Which output of it is the payment's; null where that is not known. */
    outputIndex: t.integer(),
    /** All that reached our address in it: amounts as decimal strings in the coin. */
    outputs: t.jsonb().$type<EvidenceOutput[]>().notNull().default([]),
    verdict: t.text({ enum: VERDICTS }).notNull().default('inconclusive'),
    reasons: t.jsonb().$type<Reason[]>().notNull().default([]),
    /** The addresses that sent it, as its chain writes them. */
    senders: t.jsonb().$type<string[]>().notNull().default([]),
    /** When it was first seen on the chain; null where it is not there. */
    foundAt: time(),
    /** A chain that says "final" instead of counting counts as 0 or 1 of 1. */
    confirmations: t.integer().notNull().default(0),
    confirmationsWanted: t.integer().notNull(),
    /** The amount that reached our address, a decimal string in the coin; null where that is not known. */
    arrived: t.text(),
    /** The value of that amount at the payment's own rate. */
    arrivedValue: money({ precision: 10, scale: 2 }),
    blockTime: time(),
    /** When an endpoint last answered. */
    checkedAt: time(),
    /** Host name of the endpoint that answered. */
    source: t.text(),
    /** Why the last lookup failed; null where it did not. */
    fault: t.text(),
    /** Since when a verified payment is in no block any more; null while it is in one. */
    missingSince: time(),
    /** The change of a verified payment that its chain no longer shows as it was, and its time; null while it does. */
    lost: t.text({ enum: LOSSES }),
    lostAt: time(),
    /** When it is looked up again; a claim moves it on. Null: no longer watched. */
    nextCheckAt: time(),
  }),
  (table) => [
    partial(index('chain_evidence_due').on(table.nextCheckAt), sql`${table.nextCheckAt} is not null`),
    partial(index('chain_evidence_lost').on(table.transactionId), sql`${table.lost} is not null`),
  ],
);
