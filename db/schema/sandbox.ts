import { sql } from 'drizzle-orm';
import { index, pgTable } from 'drizzle-orm/pg-core';
import { partial, time } from '../columns.ts';

/* What the simulated carriers know, in tables of their own, as real ones have it on their own servers. */

/** The simulated carriers' own switches: whether one of them pretends to be down. */
export const sandboxCarriers = pgTable('sandbox_carriers', (t) => ({
  name: t.text().primaryKey(),
  down: t.boolean().notNull(),
}));

/** The messages that they have accepted: they survive our process, and one that is accepted twice shows as two rows. */
export const sandboxMessages = pgTable(
  'sandbox_messages',
  (t) => ({
    /** The carrier's own id of the message. */
    id: t.uuid().primaryKey(),
    carrier: t.text().notNull(),
    /** Our recipient's id, which the sender may look a message up by. */
    reference: t.text().notNull(),
    sender: t.text().notNull(),
    number: t.text().notNull(),
    text: t.text().notNull(),
    outcome: t.text({ enum: ['delivered', 'undelivered'] }).notNull(),
    acceptedAt: time().notNull(),
    reportDueAt: time().notNull(),
    reportedAt: time(),
  }),
  (table) => [
    index('sandbox_messages_reference').on(table.carrier, table.reference),
    partial(index('sandbox_messages_due').on(table.reportDueAt), sql`${table.reportedAt} is null`),
  ],
);

/** Messages that a simulated carrier has for our numbers, until it has delivered them. */
export const sandboxIncoming = pgTable(
  'sandbox_incoming',
  (t) => ({
    id: t.uuid().primaryKey(),
    carrier: t.text().notNull(),
    fromNumber: t.text().notNull(),
    toNumber: t.text().notNull(),
    text: t.text().notNull(),
    dueAt: time().notNull(),
  }),
  (table) => [index('sandbox_incoming_due').on(table.dueAt)],
);

/** A simulated carrier's own storage of papers. */
export const sandboxPapers = pgTable(
  'sandbox_papers',
  (t) => ({
    reference: t.text().primaryKey(),
    carrier: t.text().notNull(),
    /** The carrier was told this owner. */
    owner: t.text().notNull(),
    kind: t.text({ enum: ['local', 'mobile'] }).notNull(),
    refused: t.boolean().notNull(),
    decidedAt: time().notNull(),
  }),
  (table) => [index('sandbox_papers_owner').on(table.owner)],
);

/** The calls that they have. */
export const sandboxCalls = pgTable(
  'sandbox_calls',
  (t) => ({
    /** The carrier's own id of the call. */
    id: t.uuid().primaryKey(),
    carrier: t.text().notNull(),
    /** Our call's id. */
    reference: t.text().notNull(),
    /** For a leg: the carrier's id of the call that leads to it. */
    parentId: t.uuid(),
    callerId: t.text().notNull(),
    destination: t.text().notNull(),
    record: t.boolean().notNull(),
    /** Seconds. */
    timeLimit: t.integer().notNull(),
    /** How it ends; `silent` completes and never says so. */
    outcome: t.text({ enum: ['completed', 'busy', 'no-answer', 'failed', 'cancelled', 'silent'] }).notNull(),
    placedAt: time().notNull(),
    ringsAt: time().notNull(),
    /** Null where nobody answers. */
    answersAt: time(),
    endsAt: time().notNull(),
    /** Which of its news were told: 0 none, 1 rings, 2 answered, 3 ended. */
    told: t.integer().notNull().default(0),
    /** A caller of one of our numbers is at this step of its plan. Null for every other call. */
    step: t.integer(),
    /** Such a caller presses this in a menu; empty for nothing. */
    presses: t.text(),
    /** When the next of them is due; null when there is none. */
    tellAt: time(),
  }),
  (table) => [
    index('sandbox_calls_reference').on(table.carrier, table.reference),
    index('sandbox_calls_tell').on(table.tellAt),
  ],
);

/** Calls that a simulated carrier has for our numbers, until it has announced them. */
export const sandboxCallers = pgTable(
  'sandbox_callers',
  (t) => ({
    id: t.uuid().primaryKey(),
    carrier: t.text().notNull(),
    fromNumber: t.text().notNull(),
    toNumber: t.text().notNull(),
    presses: t.text().notNull().default(''),
    dueAt: time().notNull(),
  }),
  (table) => [index('sandbox_callers_due').on(table.dueAt)],
);
