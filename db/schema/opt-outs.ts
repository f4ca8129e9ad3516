import { pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { OPT_OUT_SOURCES } from '../enums.ts';
import { time } from '../columns.ts';
import { ofUser } from './accounts.ts';

/** Numbers that an account sends nothing to, because their owners have asked for that. */
export const optOuts = pgTable(
  'opt_outs',
  (t) => ({
    id: t.uuid().notNull(),
    userId: ofUser().notNull(),
    /** E.164. */
    number: t.text().notNull(),
    source: t.text({ enum: OPT_OUT_SOURCES }).notNull(),
    /** A message said this word, as it was written. */
    word: t.text(),
    /** A message came to this number of the account. */
    ownNumber: t.text(),
    at: time().notNull(),
  }),
  (table) => [
    // A send asks whether a number is there.
    primaryKey({ columns: [table.userId, table.number] }),
    uniqueIndex('opt_outs_page').on(table.userId, table.id),
  ],
);

/** An account's answers to STOP, START and HELP; null: the usual text. */
export const optOutTexts = pgTable('opt_out_texts', (t) => ({
  userId: ofUser().primaryKey(),
  stop: t.text(),
  start: t.text(),
  help: t.text(),
}));
