import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { partial, time } from '../columns.ts';
import { SENDER_STATES } from '../enums.ts';
import { ofUser } from './accounts.ts';

/** A name, or a short code, that an account wants to send from. */
export const senderNames = pgTable(
  'sender_names',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    name: t.text().notNull(),
    /** Its purpose, in the customer's words. */
    purpose: t.text().notNull(),
    status: t.text({ enum: SENDER_STATES }).notNull().default('requested'),
    /** Why it was rejected. */
    reason: t.text(),
    /** Countries where it is registered with the carriers, ISO 3166-1 alpha-2. */
    registeredIn: t.text().array().notNull().default([]),
    requestedAt: time().notNull(),
    decidedAt: time(),
    decidedBy: ofUser(),
  }),
  (table) => [
    uniqueIndex('sender_names_one').on(table.userId, sql`lower(${table.name})`),
    index('sender_names_queue').on(table.status, table.id),
    index('sender_names_name').on(sql`lower(${table.name})`),
  ],
);

/** A number that an account has proved to be its own, or that has been sent a code for that. */
export const provenNumbers = pgTable(
  'proven_numbers',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    /** E.164. */
    number: t.text().notNull(),
    /** Six digits, encrypted; null once it is proved. */
    sealedCode: t.text(),
    /** Wrong codes. */
    tries: t.integer().notNull().default(0),
    /** The message that brings the code; null where a call does. */
    messageId: t.uuid(),
    expiresAt: time().notNull(),
    provenAt: time(),
    /** When its owner was asked to prove it again. */
    noticedAt: time(),
  }),
  (table) => [
    // Several codes may be on their way to one number.
    partial(uniqueIndex('proven_numbers_one').on(table.userId, table.number), sql`${table.provenAt} is not null`),
    index('proven_numbers_unnoticed')
      .on(table.provenAt)
      .where(sql`${table.provenAt} is not null and ${table.noticedAt} is null`),
    index('proven_numbers_user').on(table.userId, table.id),
    partial(index('proven_numbers_message').on(table.messageId), sql`${table.messageId} is not null`),
  ],
);
