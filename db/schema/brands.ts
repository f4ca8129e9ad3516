import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { users } from './accounts.ts';
import { objects } from './uploads.ts';

/** How a reseller's portal looks to their customers. */
export const brands = pgTable('brands', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  name: text().notNull(),
  /** `#rrggbb`, as it was chosen; what is shown is adapted to be readable. */
  color: text(),
  logoId: uuid()
    .unique()
    .references(() => objects.id),
  supportEmail: text(),
  /** Where the portal is reached, in lower case and without a port. */
  hostName: text().unique(),
  /** Whether the reseller's customers may pay in a coin. */
  cryptoPayments: boolean().notNull().default(false),
  updatedAt: time().notNull(),
});

/** Host names that brands had: for some time nobody else takes one, so that links in old mails lead nowhere. */
export const givenUpHosts = pgTable('given_up_hosts', {
  hostName: text().primaryKey(),
  userId: uuid()
    .notNull()
    .references(() => users.id),
  givenUpAt: time().notNull(),
});
