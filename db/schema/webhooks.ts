import { sql } from 'drizzle-orm';
import { index, pgTable } from 'drizzle-orm/pg-core';
import { partial, refersTo, time } from '../columns.ts';
import { ofUser } from './accounts.ts';
import { DELIVERY_STATUSES } from '../enums.ts';

/** A customer's own address that is told what happens to their account. */
export const webhooks = pgTable(
  'webhooks',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    name: t.text().notNull(),
    url: t.text().notNull(),
    /** Names of events, as the stream calls them. */
    events: t.text().array().notNull(),
    /** Signs what is delivered, so it is stored sealed and not hashed; shown only when it is made. */
    secret: t.text().notNull(),
    /** Until then the former secret signs as well, so that a receiver can change over. */
    previousSecret: t.text(),
    previousSecretUntil: time(),
    createdAt: time().notNull(),
  }),
  (table) => [index('webhooks_user').on(table.userId, table.id)],
);

/** One event on its way to one address; written in the transaction that it reports on. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  (t) => ({
    id: t.uuid().primaryKey(),
    webhookId: refersTo(() => webhooks.id, { onDelete: 'cascade' }).notNull(),
    event: t.text().notNull(),
    /** The body, to the byte: every attempt sends the same. */
    body: t.text().notNull(),
    status: t.text({ enum: DELIVERY_STATUSES }).notNull(),
    /** How often it was tried since it was made, or since it was last replayed. */
    attempts: t.integer().notNull().default(0),
    /**
     * While `pending`: the earliest time of the next attempt. A claim moves it, so that no other process
     * tries meanwhile.
     */
    dueAt: time().notNull(),
    createdAt: time().notNull(),
  }),
  (table) => [
    index('webhook_deliveries_webhook').on(table.webhookId, table.id),
    partial(index('webhook_deliveries_due').on(table.webhookId, table.dueAt), sql`${table.status} = 'pending'`),
    partial(index('webhook_deliveries_failed').on(table.createdAt), sql`${table.status} = 'failed'`),
  ],
);

/** The result of one attempt to deliver. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  (t) => ({
    id: t.uuid().primaryKey(),
    deliveryId: refersTo(() => webhookDeliveries.id, { onDelete: 'cascade' }).notNull(),
    at: time().notNull(),
    latencyMs: t.integer().notNull(),
    /** The HTTP status; null where there was no answer. */
    answerStatus: t.integer(),
    /** The beginning of the answer. */
    answer: t.text(),
    /** Why there was no answer, in the customer's words. */
    error: t.text(),
  }),
  (table) => [index('webhook_attempts_delivery').on(table.deliveryId, table.id)],
);
