import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { refersTo, time } from '../columns.ts';
import { SMPP_REPORTS } from '../enums.ts';
import { apiKeys, ofUser } from './accounts.ts';

const ofKey = () => refersTo(() => apiKeys.id, { onDelete: 'cascade' }).notNull();

/** How a customer's gateway binds to us. Its rights and its end are those of an API key whose token nobody has. */
export const smppAccounts = pgTable(
  'smpp_accounts',
  (t) => ({
    keyId: ofKey().primaryKey(),
    userId: ofUser().notNull(),
    systemId: t.text().notNull().unique(),
    passwordHash: t.text().notNull(),
    /** It binds from these networks only; empty: from anywhere. */
    addresses: t
      .cidr()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The most binds at one time, over all processes. */
    binds: t.integer().notNull(),
    /** The most unanswered requests of one bind, in each direction. */
    openRequests: t.integer().notNull(),
    /** The most messages in a second by one bind. */
    perSecond: t.integer().notNull(),
    /** It gets the messages that come in for the account. */
    receives: t.boolean().notNull(),
    /** Its texts are spelled so that they cost fewer parts. */
    cheaperSpelling: t.boolean().notNull().default(false),
  }),
  (table) => [index('smpp_accounts_user').on(table.userId)],
);

/** The present binds. A process renews its own; those of a process that was killed count for a minute more. */
export const smppBinds = pgTable(
  'smpp_binds',
  (t) => ({
    id: t.uuid().primaryKey(),
    keyId: ofKey(),
    userId: ofUser().notNull(),
    address: t.text().notNull(),
    /** It takes what is delivered: a receiver or a transceiver. */
    receives: t.boolean().notNull(),
    boundAt: time().notNull(),
    seenAt: time().notNull(),
  }),
  (table) => [index('smpp_binds_key').on(table.keyId), index('smpp_binds_user').on(table.userId)],
);

/** Messages by SMPP that are reported on; stored before the message, which is there if it was charged. */
export const smppMessages = pgTable(
  'smpp_messages',
  (t) => ({
    messageId: t.uuid().primaryKey(),
    keyId: ofKey(),
    userId: ofUser().notNull(),
    report: t.text({ enum: SMPP_REPORTS }).notNull(),
    /** The sender as it was submitted; a report goes to it. */
    source: t.text().notNull(),
    at: time().notNull(),
  }),
  (table) => [index('smpp_messages_key').on(table.keyId)],
);

/** Parts of a long message that were answered, until all are there and it is charged as one. */
export const smppParts = pgTable(
  'smpp_parts',
  (t) => ({
    keyId: ofKey(),
    userId: ofUser().notNull(),
    /** Sender, recipient and the number that the parts of one message share. */
    reference: t.text().notNull(),
    /** From 1 to `parts`. */
    part: t.integer().notNull(),
    parts: t.integer().notNull(),
    /** The bytes of the text, in base64, and its alphabet. */
    octets: t.text().notNull(),
    alphabet: t.text().notNull(),
    /** The id that the message will have. */
    messageId: t.uuid().notNull(),
    number: t.text().notNull(),
    source: t.text().notNull(),
    /** Null: no report is wanted. */
    report: t.text({ enum: SMPP_REPORTS }),
    at: time().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.keyId, table.reference, table.part] }),
    index('smpp_parts_age').on(table.at),
  ],
);

/** The deliveries that wait for a customer's gateway; one goes when the gateway has answered. */
export type SmppDelivery =
  | { kind: 'message'; from: string; to: string; text: string }
  | { kind: 'report'; messageId: string; number: string; source: string; status: string; at: string };

export const smppDeliveries = pgTable(
  'smpp_deliveries',
  (t) => ({
    /** Follows the order in which they came. */
    id: t.uuid().primaryKey(),
    keyId: ofKey(),
    userId: ofUser().notNull(),
    body: t.jsonb().$type<SmppDelivery>().notNull(),
    /** The earliest time of the next attempt. A claim moves it. */
    dueAt: time().notNull(),
    at: time().notNull(),
  }),
  (table) => [index('smpp_deliveries_due').on(table.keyId, table.dueAt), index('smpp_deliveries_age').on(table.at)],
);
