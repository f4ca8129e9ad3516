import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { time } from '../columns.ts';
import { ofUser } from './accounts.ts';

/** The people that an account knows. */
export const contacts = pgTable(
  'contacts',
  (t) => ({
    id: t.uuid().notNull(),
    userId: ofUser().notNull(),
    /** E.164. */
    number: t.text().notNull(),
    /** The number's, ISO 3166-1 alpha-2: it says what time it is there. Blank for a number of no country. */
    country: t.text().notNull(),
    name: t.text(),
    /** The values for `{field}` in a message, beside `{name}`. */
    fields: t.jsonb().$type<Record<string, string>>().notNull(),
    lists: t.text().array().notNull(),
    /** When and how they agreed to receive messages. */
    optedInAt: time(),
    optInSource: t.text(),
    /** Digits and name as they are searched for: see `searchable`. */
    search: t.text().notNull(),
    createdAt: time().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.number] }),
    uniqueIndex('contacts_page').on(table.userId, table.id),
    // A campaign goes through a country's contacts.
    index('contacts_country').on(table.userId, table.country, table.id),
    index('contacts_search').using('gin', table.userId, table.lists, sql`${table.search} gin_trgm_ops`),
  ],
);

/** How many contacts of an account each list has; with a blank name, how many it has at all. Kept by triggers. */
export const contactLists = pgTable(
  'contact_lists',
  (t) => ({ userId: ofUser().notNull(), name: t.text().notNull(), contacts: t.integer().notNull() }),
  (table) => [primaryKey({ columns: [table.userId, table.name] })],
);
