import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { type EvidenceOutput, LOSSES, type Reason, VERDICTS } from '../enums.ts';
import { money, time } from '../columns.ts';
import { transactions } from './ledger.ts';

/**
 * The chain's answer about a payment's hash. There is a row as soon as a payment is watched; while
 * `checkedAt` is null nobody has looked yet. A lookup that fails does not change an earlier result.
 */
export const chainEvidence = pgTable(
  'chain_evidence',
  {
    transactionId: uuid()
      .primaryKey()
      .references(() => transactions.id),
    /** The hash that was looked up; the payment's own may have changed since. */
    transactionHash: text().notNull(),
    /** Which output of it is the payment's; null where that is not known. */
    outputIndex: integer(),
    /** All that reached our address in it: amounts as decimal strings in the coin. */
    outputs: jsonb().$type<EvidenceOutput[]>().notNull().default([]),
    verdict: text({ enum: VERDICTS }).notNull().default('inconclusive'),
    reasons: jsonb().$type<Reason[]>().notNull().default([]),
    /** The addresses that sent it, as its chain writes them. */
    senders: jsonb().$type<string[]>().notNull().default([]),
    /** When it was first seen on the chain; null where it is not there. */
    foundAt: time(),
    /** A chain that says "final" instead of counting counts as 0 or 1 of 1. */
    confirmations: integer().notNull().default(0),
    confirmationsWanted: integer().notNull(),
    /** The amount that reached our address, a decimal string in the coin; null where that is not known. */
    arrived: text(),
    /** The value of that amount at the payment's own rate. */
    arrivedValue: money({ precision: 10, scale: 2 }),
    blockTime: time(),
    /** When an endpoint last answered. */
    checkedAt: time(),
    /** Host name of the endpoint that answered. */
    source: text(),
    /** Why the last lookup failed; null where it did not. */
    fault: text(),
    /** Since when a verified payment is in no block any more; null while it is in one. */
    missingSince: time(),
    /**
     * The change of a verified payment that its chain no longer shows as it was, and its time; null while it
     * does.
     */
    lost: text({ enum: LOSSES }),
    lostAt: time(),
    /** When it is looked up again; a claim moves it on. Null: no longer watched. */
    nextCheckAt: time(),
  },
  (table) => [
    index('chain_evidence_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    index('chain_evidence_lost')
      .on(table.transactionId)
      .where(sql`${table.lost} is not null`),
  ],
);
