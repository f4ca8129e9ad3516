import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { money, partial, time } from '../columns.ts';
import { ofUser } from './accounts.ts';
import { ofTransaction } from './ledger.ts';
import { ATTEMPT_ANSWERS, ATTEMPT_MONEY, SMS_STATUSES, RECIPIENT_STATUSES, ROUTE_REASONS } from '../enums.ts';

/**
 * A message to one or many recipients. The specification gives its cost as decimal(8,4), which is too small
 * for a bulk message; the scale is kept, the precision is higher. Its recipients are separate rows, so that a
 * message to 100,000 is not a value of megabytes in every list.
 */
export const smsMessages = pgTable(
  'sms_messages',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    senderId: t.text().notNull(),
    message: t.text().notNull(),
    /** Parts of one recipient's message; of the longest where each has its own. */
    parts: t.integer().notNull(),
    status: t.text({ enum: SMS_STATUSES }).notNull(),
    cost: money({ precision: 12, scale: 4 }).notNull(),
    /** `cost` minus refunds. */
    actualCost: money({ precision: 12, scale: 4 }).notNull(),
    /** The carriers' charge to us, where they name it. */
    carrierCost: money({ precision: 12, scale: 4 }),
    provider: t.text(),
    /** The charge. */
    transactionId: ofTransaction().notNull(),
    recipientCount: t.integer().notNull(),
    queuedCount: t.integer().notNull(),
    sentCount: t.integer().notNull().default(0),
    deliveredCount: t.integer().notNull().default(0),
    failedCount: t.integer().notNull().default(0),
    /** Of the failed: those whose owner cancelled it before they were sent. */
    cancelledCount: t.integer().notNull().default(0),
    unknownCount: t.integer().notNull().default(0),
    /** Recipients that were left out because they want no messages from this account. */
    optedOutCount: t.integer().notNull().default(0),
    /** Recipients that a carrier took, whatever became of them. */
    handedOverCount: t.integer().notNull().default(0),
    sentAt: time().notNull(),
    /** The earliest time; null if it was to be sent at once. */
    sendAt: time(),
    /** It is sent within this many minutes after `send_at` (or after now), or not at all; null: the carrier decides. */
    validityMinutes: t.integer(),
    /** Its owner stopped it: what was not sent by then is not sent. */
    cancelledAt: time(),
    /** Since when it waits because its account is suspended; its recipients that wait are `held`. */
    heldAt: time(),
    /** The word or link for which it waits until an administrator has looked at it; null: for no such reason. */
    heldFor: t.text(),
    /** The message whose failed recipients this one goes to. */
    resendOf: t.uuid(),
    /** The picture that goes with it, an upload of its account; null: none, or it is not kept any more. */
    mediaId: t.uuid(),
    /** The secret end of the picture's public address. */
    mediaKey: t.text(),
    /** The request that it came by; carriers are told it, and traces go on from it. */
    requestId: t.text(),
  }),
  (table) => [
    index('sms_messages_user').on(table.userId, table.id),
    // A charge is for one message; the proof of the books uses this to find it.
    uniqueIndex('sms_messages_transaction').on(table.transactionId),
    // The messages from one number; nobody asks this about a name.
    partial(index('sms_messages_from_number').on(table.userId, table.senderId, table.id), sql`sender_id ~ '^[+0-9]'`),
    partial(index('sms_messages_held').on(table.heldAt), sql`held_at is not null`),
    // What waits for an administrator, newest first.
    partial(index('sms_messages_held_for').on(table.id), sql`held_for is not null`),
    // It finds whether an upload is still needed.
    partial(index('sms_messages_media').on(table.mediaId), sql`media_id is not null`),
    partial(uniqueIndex('sms_messages_media_key').on(table.mediaKey), sql`media_key is not null`),
    // No index names what reports change, `status` above all, so that those updates write to none (HOT).
    partial(index('sms_messages_to_come').on(table.userId, table.id), sql`send_at is not null`),
  ],
);

/** One recipient of a message: the unit that is queued, sent, reported on and refunded. */
export const smsRecipients = pgTable(
  'sms_recipients',
  (t) => ({
    /** Ids of one message follow the order in which its recipients were given. */
    id: t.uuid().notNull(),
    /**
     * Without a foreign key, which would ask for the message once for each recipient, a quarter of the time of a
     * message to 100,000: one statement writes both, and no message is deleted.
     */
    messageId: t.uuid().notNull(),
    number: t.text().notNull(),
    /** Its own text, where the message has fields or a link to its picture; null: the message's. */
    text: t.text(),
    /** It gets the message's picture itself, as MMS. */
    mms: t.boolean().notNull().default(false),
    /**
     * `sending` is between the claim and the carrier's answer: it may or may not have been sent. `held` waits
     * because its account is suspended.
     */
    status: t.text({ enum: [...RECIPIENT_STATUSES, 'sending', 'held'] }).notNull(),
    /** Its charge, zero once refunded. */
    cost: money({ precision: 8, scale: 4 }).notNull(),
    /** The amount that counts against the spend limits, where that is more than the cost: a carrier's price for it. */
    counted: money({ precision: 8, scale: 2 }),
    /** The reseller's part of it once a carrier has taken it; null where we sold it ourselves. */
    margin: money({ precision: 8, scale: 4 }),
    /** The prefix of the price list's row by which it was sold; null: at the flat price. */
    pricePrefix: t.text(),
    carrierCost: money({ precision: 8, scale: 4 }),
    /** The carrier it was claimed for, then the one that took it. */
    provider: t.text(),
    carrierMessageId: t.text('provider_message_id'),
    /** In the customer's words. */
    error: t.text(),
    /** One of many: it waits behind the messages to a few. */
    bulk: t.boolean().notNull(),
    /** Messages to a few go in this order: codes and automatic answers (0), single messages (1), the others (2). */
    urgency: t.smallint().notNull().default(2),
    /** A message to a few has its owner here, because accounts take turns; null for one of many. */
    userId: t.uuid(),
    /** While `queued`: not to be sent before. */
    dueAt: time().notNull(),
    /** How often it was claimed. An answer to an older claim than the newest is out of date. */
    attempts: t.integer().notNull().default(0),
    /** How often a carrier gave it back; answers of a busy carrier do not count. */
    setbacks: t.integer().notNull().default(0),
    /**
     * While `sending`: until when the process that claimed it may still work on it. While `unknown`: until
     * when that was.
     */
    claimedUntil: time(),
    /** Carriers that will not carry it, though another may. */
    refusedBy: t
      .text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Where carriers are chosen by cost: who gets it next, why, and what that comes to by the carrier's price list. */
    routeTo: t.text(),
    routeBy: t.text({ enum: ROUTE_REASONS }),
    routeCost: money({ precision: 8, scale: 4 }),
    /** The row of that list has this prefix. */
    routePrefix: t.text(),
    sentAt: time(),
    settledAt: time(),
    /** When its margin counted as earned because no report had come for so long; null: it is earned by its end alone. */
    earnedUnheardAt: time(),
  }),
  (table) => [
    primaryKey({ columns: [table.messageId, table.id] }),
    // The administrators' search: the newest messages to a number, of all accounts.
    index('sms_recipients_number').on(table.number, table.messageId),
    // The proof of the spend limits.
    partial(index('sms_recipients_counted').on(table.messageId), sql`counted is not null`),
    // The two lanes of the queue: a few recipients each, and one message to many at a time.
    index('sms_recipients_handfuls')
      .on(table.dueAt, table.id)
      .where(sql`${table.status} = 'queued' and not ${table.bulk}`),
    // It finds whose turn it is, where more wait than the carrier takes: its condition is not the one of the lane, so that
    // whatever PostgreSQL believes of how many wait, one statement can only use this index, and the other only that one.
    index('sms_recipients_turns')
      .on(table.urgency, table.userId, table.dueAt, table.id)
      .where(sql`${table.status} = 'queued' and ${table.userId} is not null`),
    index('sms_recipients_bulk')
      .on(table.messageId, table.dueAt, table.id)
      .where(sql`${table.status} = 'queued' and ${table.bulk}`),
    // A claim asks whether anything waits for another carrier.
    index('sms_recipients_refused')
      .on(table.messageId)
      .where(sql`${table.status} = 'queued' and ${table.refusedBy} <> '{}'`),
    // What is under way at a carrier, and claims that ended without an answer.
    partial(index('sms_recipients_claims').on(table.claimedUntil), sql`${table.status} = 'sending'`),
    // It finds those whose margin will be earned although no report comes.
    index('sms_recipients_unheard')
      .on(table.sentAt)
      .where(sql`${table.status} = 'sent' and ${table.margin} > 0 and ${table.earnedUnheardAt} is null`),
    // Found by their id alone: by a report at their own address, and by an administrator.
    partial(index('sms_recipients_unknown').on(table.id), sql`${table.status} = 'unknown'`),
    partial(index('sms_recipients_sent').on(table.id), sql`${table.status} = 'sent'`),
    // Not unique: a gateway that is started again may count its ids from the beginning.
    index('sms_recipients_provider_message')
      .on(table.provider, table.carrierMessageId)
      .where(sql`${table.carrierMessageId} is not null`),
  ],
);

/** Parts of long messages that a carrier reports on one by one: together their ends make the message's. */
export const smsParts = pgTable(
  'sms_parts',
  (t) => ({
    recipientId: t.uuid().notNull(),
    messageId: t.uuid().notNull(),
    /** From 1. */
    place: t.integer().notNull(),
    provider: t.text().notNull(),
    carrierMessageId: t.text('provider_message_id').notNull(),
    /** The last report about it; null: none yet. */
    outcome: t.text({ enum: ['sent', 'delivered', 'undelivered', 'refused'] }),
    /** In the customer's words. */
    error: t.text(),
    /** The carrier's own code of why, as it came. */
    code: t.text(),
    takenAt: time().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.recipientId, table.place] }),
    // Not unique: a gateway that is started again may count its ids from the beginning.
    index('sms_parts_provider_message').on(table.provider, table.carrierMessageId),
  ],
);

/** The answers of carriers about a recipient, one row for each answer. */
export const smsAttempts = pgTable(
  'sms_attempts',
  (t) => ({
    id: t.uuid().notNull(),
    messageId: t.uuid().notNull(),
    recipientId: t.uuid().notNull(),
    provider: t.text().notNull(),
    /** To a send, to a question what became of it, by a report, or as an administrator settled it. */
    answer: t.text({ enum: ATTEMPT_ANSWERS }).notNull(),
    /** The carrier's own code and words, for administrators. */
    code: t.text(),
    detail: t.text(),
    /** For the customer. */
    words: t.text().notNull(),
    /** `held`: still charged while the result is unknown. */
    money: t.text({ enum: ATTEMPT_MONEY }).notNull(),
    /** Why this carrier was chosen, and what it asks for the message by its price list; null where no list decided. */
    routeBy: t.text({ enum: ROUTE_REASONS }),
    routeCost: money({ precision: 8, scale: 4 }),
    at: time().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.messageId, table.id] })],
);
