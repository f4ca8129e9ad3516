import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, line, pageQuery, uuid } from '../../platform/kit/schemas.ts';
import { DELIVERY_STATUSES } from '../../../db/enums.ts';
import { faultText } from '../../platform/kit/faults.ts';

const { endpoint, pagedList } = endpointsFor('Webhooks');

/**
 * The events a webhook can get, with their names on the stream: each that tells a program something. `balance` comes with
 * every message, and others only tell a screen to read again.
 */
export const WEBHOOK_EVENTS = [
  ...['message-status', 'call-status', 'payment-verified', 'message-received', 'papers-changed', 'port-changed'],
  ...['call-received', 'call-missed', 'voicemail-received', 'payment-rejected', 'payment-reversed', 'order-changed'],
  ...['limit-reached', 'destination-stopped', 'number-status', 'number-expiring', 'senders-changed'],
  ...['opt-outs-changed', 'contacts-changed', 'verification-changed', 'trunk-registrations'],
] as const;
export const deliveryStatus = z.enum(DELIVERY_STATUSES);

export const webhookEvent = z.enum(WEBHOOK_EVENTS, { error: 'Unknown event' });

/** The most webhooks of one account. */
export const MAX_WEBHOOKS = 10;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The pause after the first, second, … failed attempt of a delivery, in seconds. */
export const RETRY_PAUSES = [
  ...[10, MINUTE, 5 * MINUTE, 15 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR],
] as const;
/** The most attempts for one delivery. */
export const MAX_ATTEMPTS = RETRY_PAUSES.length + 1;
/** The last attempt is within this many hours. */
export const RETRY_HOURS = Math.ceil(RETRY_PAUSES.reduce((sum, pause) => sum + pause, 0) / HOUR);
/** A receiver has to answer within this many seconds. */
export const ANSWER_SECONDS = 10;
/** After a rotation the old secret also signs for this many hours. */
export const SECRET_OVERLAP_HOURS = 24;

export const webhook = z.object({
  id: uuid,
  name: z.string(),
  url: z.string(),
  events: z.array(webhookEvent),
  /** Until this time the former secret signs as well. */
  previousSecretUntil: isoTime.nullable(),
  createdAt: isoTime,
});
export type Webhook = z.infer<typeof webhook>;

export const webhookAttempt = z.object({
  at: isoTime,
  latencyMs: z.number().int(),
  /** The HTTP status; null if there was no answer. */
  answerStatus: z.number().int().nullable(),
  /** The beginning of the answer. */
  answer: z.string().nullable(),
  /** Why there was no answer, in plain words. */
  error: z.string().nullable(),
});

export const webhookDelivery = z.object({
  id: uuid,
  webhookId: uuid,
  /** `rule-matched`: an answer rule names this webhook; `test`: requested by hand. */
  event: z.enum([...WEBHOOK_EVENTS, 'rule-matched', 'test']),
  status: deliveryStatus,
  /** Attempts since the delivery was made, or since it was last replayed. */
  attempts: z.number().int(),
  /** While it is pending: the time of the next attempt. */
  nextAttemptAt: isoTime.nullable(),
  createdAt: isoTime,
  /** The body that is sent, byte for byte. */
  body: z.string(),
  /** The latest 20, newest first. */
  log: z.array(webhookAttempt),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const secret = z.object({
  /** Shown in full here and never again. */
  secret: z.string(),
});

const body = z.object({
  name: line(60).min(1, faultText('nameMissing')),
  url: z
    .string()
    .trim()
    .max(2000, faultText('tooLong', { limit: 2000 }))
    .refine((text) => URL.canParse(text), faultText('wholeAddress', { example: 'https://example.com/webhooks' })),
  events: z
    .array(webhookEvent)
    .min(1, faultText('eventMissing'))
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => [...new Set(events)]),
});

const access = 'owner';

export const listWebhooks = endpoint('listWebhooks', 'GET /api/users/:id/webhooks', {
  access,
  summary: 'Addresses that are told of what happens, newest first',
  response: z.array(webhook),
});

export const createWebhook = endpoint('createWebhook', 'POST /api/users/:id/webhooks', {
  access,
  summary: 'Register an address; its signing secret is shown here only',
  body,
  status: 201,
  response: webhook.extend(secret.shape),
  idempotent: true,
  errors: ['not_allowed_now'],
});

export const updateWebhook = endpoint('updateWebhook', 'PUT /api/users/:id/webhooks/:webhookId', {
  access,
  summary: 'Change name, address or events',
  body,
  response: webhook,
});

export const deleteWebhook = endpoint('deleteWebhook', 'DELETE /api/users/:id/webhooks/:webhookId', {
  access,
  summary: 'Remove an address with its log; what waits for it is dropped',
});

export const rotateWebhookSecret = endpoint('rotateWebhookSecret', 'POST /api/users/:id/webhooks/:webhookId/secret', {
  access,
  summary: `Make a new signing secret; the old one signs along for ${SECRET_OVERLAP_HOURS} hours`,
  status: 201,
  response: secret,
});

export const testWebhook = endpoint('testWebhook', 'POST /api/users/:id/webhooks/:webhookId/test', {
  access,
  summary: 'Send a test event, or an example of another',
  query: z.object({ event: webhookEvent.optional() }),
  status: 201,
  response: webhookDelivery,
});

export const listWebhookDeliveries = pagedList(
  'listWebhookDeliveries',
  '/api/users/:id/webhooks/:webhookId/deliveries',
  {
    access,
    summary: 'What was sent and what came of each attempt, newest first',
    query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(100).default(100) }),
    row: webhookDelivery,
  },
);

export const replayWebhookDelivery = endpoint(
  'replayWebhookDelivery',
  'POST /api/users/:id/webhooks/:webhookId/deliveries/:deliveryId/replay',
  {
    access,
    summary: 'Send a delivery again, with the same id and body',
    status: 201,
    response: webhookDelivery,
    errors: ['already_processed'],
  },
);
