import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { LANGUAGES, VERIFICATION_CHANNELS, VERIFICATION_STATES } from '../enums.ts';
import { partial, refersTo, time } from '../columns.ts';
import { ofUser } from './accounts.ts';

/** Codes by which an account finds out that a number is its own user's. */
export const verifications = pgTable(
  'verifications',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    /** E.164. */
    number: t.text().notNull(),
    /** ISO 3166-1 alpha-2; null where a number has none. */
    country: t.text(),
    language: t.text({ enum: LANGUAGES }).notNull(),
    sender: t.text().notNull(),
    status: t.text({ enum: VERIFICATION_STATES }).notNull(),
    /** Keyed; what is entered is compared with it. */
    codeHash: t.text().notNull(),
    /** For the message that brings it, and those after it; null once nothing needs it any more. */
    sealedCode: t.text(),
    tries: t.integer().notNull().default(0),
    sends: t.integer().notNull().default(0),
    lastSentAt: time().notNull(),
    /** The other channel was tried because one had failed. */
    fellBack: t.boolean().notNull().default(false),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    verifiedAt: time(),
  }),
  (table) => [
    index('verifications_page').on(table.userId, table.id),
    index('verifications_number').on(table.userId, table.number, table.lastSentAt),
    partial(index('verifications_open').on(table.expiresAt), sql`${table.status} = 'pending'`),
  ],
);

/** The messages and calls that brought a code. */
export const verificationSends = pgTable(
  'verification_sends',
  (t) => ({
    id: t.uuid().primaryKey(),
    verificationId: refersTo(() => verifications.id, { onDelete: 'cascade' }).notNull(),
    channel: t.text({ enum: VERIFICATION_CHANNELS }).notNull(),
    /** The code went with this message. */
    messageId: t.uuid(),
    /** The code was read in this call. */
    callId: t.uuid(),
    at: time().notNull(),
  }),
  (table) => [
    index('verification_sends_of').on(table.verificationId),
    partial(uniqueIndex('verification_sends_message').on(table.messageId), sql`${table.messageId} is not null`),
  ],
);
