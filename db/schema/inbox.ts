import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { fromZero, partial, refersTo, time } from '../columns.ts';
import { AUTO_REPLY_CAUSES, AUTO_REPLY_STATES, PICTURE_STATUSES, type RULE_MATCHES } from '../enums.ts';
import { ofUser } from './accounts.ts';
import { ofTransaction } from './ledger.ts';
import type { AnswerHours } from './numbers.ts';

/** The conversation between a customer's number and another number. */
export const conversations = pgTable(
  'conversations',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    /** E.164, the customer's. */
    ownNumber: t.text().notNull(),
    /** E.164 or a name, as the carrier gave it. */
    otherNumber: t.text().notNull(),
    /** The customer's name for the other person. */
    name: t.text(),
    /** The newest message: when, and how it begins. */
    lastAt: time().notNull(),
    lastText: t.text().notNull(),
    lastIncoming: t.boolean().notNull(),
    /** Messages that have come in since the customer last looked. */
    unread: t.integer().notNull().default(0),
  }),
  (table) => [
    uniqueIndex('conversations_pair').on(table.userId, table.ownNumber, table.otherNumber),
    index('conversations_newest').on(table.userId, table.lastAt, table.id),
    index('conversations_age').on(table.lastAt),
    // The administrators' search: who wrote, to whichever account.
    index('conversations_other').on(table.otherNumber, table.lastAt),
  ],
);

/** A message of a conversation: one that came in, or a reply. */
export const conversationMessages = pgTable(
  'conversation_messages',
  (t) => ({
    /** Follows the order of arrival. */
    id: t.uuid().primaryKey(),
    conversationId: refersTo(() => conversations.id).notNull(),
    userId: ofUser().notNull(),
    incoming: t.boolean().notNull(),
    text: t.text().notNull(),
    at: time().notNull(),
    /** The carrier of one that came in, and its own id of it where it has one. */
    provider: t.text(),
    carrierMessageId: t.text('provider_message_id'),
    /** A reply names the message that was sent; it is there if the reply was accepted. */
    messageId: t.uuid(),
    /** One that came in was charged `cost`; its owner's credit did not cover `unpaid`, which is never charged. */
    cost: fromZero({ precision: 8, scale: 2 }),
    unpaid: fromZero({ precision: 8, scale: 2 }),
    /** The charge. */
    transactionId: ofTransaction(),
  }),
  (table) => [
    index('conversation_messages_page').on(table.conversationId, table.id),
    partial(index('conversation_messages_received').on(table.userId, table.id), sql`${table.incoming}`),
    // A charge is for one message.
    uniqueIndex('conversation_messages_transaction')
      .on(table.transactionId)
      .where(sql`${table.transactionId} is not null`),
    // A message that a carrier delivers again is stored once.
    uniqueIndex('conversation_messages_once')
      .on(table.provider, table.carrierMessageId)
      .where(sql`${table.carrierMessageId} is not null`),
  ],
);

/** The act of an answer rule on a message that comes in. */
export type RuleAction =
  | { kind: 'reply'; text: string }
  | { kind: 'template'; templateId: string }
  /** Sends it on to another number, E.164: a message that the account pays for. */
  | { kind: 'forward'; number: string }
  /** Sends it to the confirmed address of the account's owner. */
  | { kind: 'mail' }
  | { kind: 'webhook'; webhookId: string };

export type AnswerRule = RuleAction & {
  id: string;
  match: (typeof RULE_MATCHES)[number];
  /** Null for a rule that takes any message. */
  keyword: string | null;
};

/** When somebody is there, and what is answered at all other times. */
export interface OfficeHours {
  /** An IANA name, in which the hours and days are meant. */
  timeZone: string;
  hours: AnswerHours[];
  /** Days without hours, as `YYYY-MM-DD`. */
  closedDays: string[];
  text: string;
}

/** The rules by which a number answers messages itself. A number that changes hands has a new id, and so no rules. */
export const answerRules = pgTable(
  'answer_rules',
  (t) => ({
    numberId: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    /** The first one that fits acts. */
    rules: t.jsonb().$type<AnswerRule[]>().notNull(),
    office: t.jsonb().$type<OfficeHours>(),
    /** How often one sender is answered in 24 hours; null: as often as the setting says. */
    answersPerDay: t.integer(),
  }),
  (table) => [index('answer_rules_user').on(table.userId)],
);

/** The automatic answers of a number, and their results. */
export const autoReplies = pgTable(
  'auto_replies',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    conversationId: refersTo(() => conversations.id, { onDelete: 'cascade' }).notNull(),
    cause: t.text({ enum: AUTO_REPLY_CAUSES }).notNull(),
    text: t.text().notNull(),
    /** A message that was sent on went to this number; null for an answer. */
    recipient: t.text(),
    /** The keyword of the rule that made it; null for a rule that takes any message, and where there is no rule. */
    keyword: t.text(),
    status: t.text({ enum: AUTO_REPLY_STATES }).notNull(),
    /** One that was refused has the code of the error. */
    problem: t.text(),
    /** The id that the message has, or would have had. */
    messageId: t.uuid().notNull(),
    at: time().notNull(),
  }),
  (table) => [
    index('auto_replies_page').on(table.userId, table.id),
    // How often somebody was answered lately.
    index('auto_replies_lately').on(table.conversationId, table.at),
    uniqueIndex('auto_replies_message').on(table.messageId),
  ],
);

/** Parts of a long incoming message, until all of them are there. */
export const receivedParts = pgTable(
  'received_parts',
  (t) => ({
    provider: t.text().notNull(),
    fromNumber: t.text().notNull(),
    toNumber: t.text().notNull(),
    /** The values that the parts of one message share. */
    reference: t.text().notNull(),
    /** From 1 to `parts`. */
    part: t.integer().notNull(),
    parts: t.integer().notNull(),
    text: t.text().notNull(),
    /** The bytes of the text, in base64, and its alphabet; null where only the text is known. */
    octets: t.text(),
    alphabet: t.text(),
    receivedAt: time().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.provider, table.fromNumber, table.toNumber, table.reference, table.part] })],
);

/** Pictures and other files that came with messages: fetched from the carrier into the store. */
export const receivedPictures = pgTable(
  'received_pictures',
  (t) => ({
    /** Follows the order of arrival, and within a message that of the carrier. */
    id: t.uuid().primaryKey(),
    /** It names a row of `conversation_messages`, which may be gone while the file is still being deleted. */
    messageId: t.uuid().notNull(),
    userId: ofUser().notNull(),
    provider: t.text().notNull(),
    /** Where the carrier has it. */
    address: t.text().notNull(),
    /** The carrier says it first, then its content shows it. */
    contentType: t.text(),
    bytes: t.integer(),
    status: t.text({ enum: [...PICTURE_STATUSES, 'deleted'] }).notNull(),
    storageKey: t.text(),
    /** While `processing`, and while the file of a deleted one is in the store: when to try. */
    dueAt: time(),
    attempts: t.integer().notNull().default(0),
  }),
  (table) => [
    index('received_pictures_message').on(table.messageId),
    index('received_pictures_owner').on(table.userId),
    partial(index('received_pictures_due').on(table.dueAt), sql`${table.dueAt} is not null`),
  ],
);
