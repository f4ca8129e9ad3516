import { sql } from 'drizzle-orm';
import { pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { partial, time } from '../columns.ts';

/**
 * How far the running server has proved the books. `recent`: new entries, every minute. `whole`: everything
 * once a day, in parts.
 */
export const proofs = pgTable('proofs', (t) => ({
  kind: t.text({ enum: ['recent', 'whole'] }).primaryKey(),
  /** When a part was last proved. */
  provedAt: time().notNull(),
  /** Recent: the last entry that was proved, and that of the time before, from which the next one begins. */
  seq: t.bigint({ mode: 'number' }).notNull().default(0),
  previousSeq: t.bigint({ mode: 'number' }).notNull().default(0),
  /** Entries looked at the last time; of the whole, in the pass under way. */
  entries: t.integer().notNull().default(0),
  /** Whole: the part that is next, when the pass began, and when the last one that was finished ended. */
  next: t.jsonb().$type<unknown>(),
  beganAt: time(),
  finishedAt: time(),
}));

/** The differences that were found in the books. While one of them is not cleared, nothing is paid out. */
export const proofDifferences = pgTable(
  'proof_differences',
  (t) => ({
    id: t.bigserial({ mode: 'number' }).primaryKey(),
    rule: t.text().notNull(),
    /** The id of the row that breaks it. */
    subject: t.text().notNull(),
    userId: t.uuid(),
    expected: t.text(),
    found: t.text(),
    /** The part that was being proved; it is proved again until it has no difference. */
    part: t.jsonb().$type<unknown>().notNull(),
    foundAt: time().notNull(),
    clearedAt: time(),
  }),
  (table) => [
    partial(uniqueIndex('proof_differences_open').on(table.rule, table.subject), sql`${table.clearedAt} is null`),
  ],
);
