import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { LINE_KINDS } from '../enums.ts';

/** The carriers' facts about numbers that messages go to. A row is written before its carrier is asked. */
export const numberFacts = pgTable(
  'number_facts',
  {
    /** E.164. */
    number: text().primaryKey(),
    /** The carrier that was asked. */
    carrier: text().notNull(),
    /** The account for whose message it was asked; no foreign key, as the row is gone before the account could be. */
    askedFor: uuid().notNull(),
    askedAt: time().notNull(),
    /** Null: the carrier has not answered. */
    kind: text({ enum: LINE_KINDS }),
    /** ISO 3166-1 alpha-2. */
    country: text(),
    /** The mobile country code and the mobile network code. */
    network: text(),
    networkName: text(),
    ported: boolean(),
  },
  (table) => [index('number_facts_age').on(table.askedAt), index('number_facts_asked_for').on(table.askedFor)],
);
