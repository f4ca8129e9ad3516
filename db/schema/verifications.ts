import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LANGUAGES, VERIFICATION_CHANNELS, VERIFICATION_STATES } from '../enums.ts';
import { partial, refersTo, time } from '../columns.ts';
import { ofUser } from './accounts.ts';

/** Codes by which an account finds out that a number is its own user's. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid().primaryKey(),
    userId: ofUser().notNull(),
    /** E.164. */
    number: text().notNull(),
    /** ISO 3166-1 alpha-2; null where a number has none. */
    country: text(),
    language: text({ enum: LANGUAGES }).notNull(),
    sender: text().notNull(),
    status: text({ enum: VERIFICATION_STATES }).notNull(),
    /** Keyed; what is entered is compared with it. */
    codeHash: text().notNull(),
    /** For the message that brings it, and those after it; null once nothing needs it any more. */
    sealedCode: text(),
    tries: integer().notNull().default(0),
    sends: integer().notNull().default(0),
    lastSentAt: time().notNull(),
    /** The other channel was tried because one had failed. */
    fellBack: boolean().notNull().default(false),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    verifiedAt: time(),
  },
  (table) => [
    index('verifications_page').on(table.userId, table.id),
    index('verifications_number').on(table.userId, table.number, table.lastSentAt),
    partial(index('verifications_open').on(table.expiresAt), sql`${table.status} = 'pending'`),
  ],
);

/** The messages and calls that brought a code. */
export const verificationSends = pgTable(
  'verification_sends',
  {
    id: uuid().primaryKey(),
    verificationId: refersTo(() => verifications.id, { onDelete: 'cascade' }).notNull(),
    channel: text({ enum: VERIFICATION_CHANNELS }).notNull(),
    /** The code went with this message. */
    messageId: uuid(),
    /** The code was read in this call. */
    callId: uuid(),
    at: time().notNull(),
  },
  (table) => [
    index('verification_sends_of').on(table.verificationId),
    partial(uniqueIndex('verification_sends_message').on(table.messageId), sql`${table.messageId} is not null`),
  ],
);
