import { z } from 'zod';
import { paymentVerifiedEvent } from '../../money/payments/events.ts';
import { messageStatusEvent } from '../../services/messaging/events.ts';
import { messageReceivedEvent, ruleMatchedEvent } from '../../services/inbox/events.ts';
import { papersChangedEvent } from '../../services/numbers/papers/events.ts';
import { callStatusEvent } from '../../services/voice/events.ts';
import {
  callMissedEvent,
  callReceivedEvent,
  voicemailReceivedEvent,
} from '../../services/voice/inbound/events.ts';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { pagedList } from '../../platform/kit/paged-list.ts';
import { isoTime, line, pageQuery, userParams, uuid } from '../../platform/kit/schemas.ts';
import { DELIVERY_STATUSES } from '../../../db/enums.ts';
import { faultText } from '../../platform/kit/faults.ts';

/**
 * The events a webhook can get, with their names on the stream: delivery reports, call results, payments,
 * incoming messages, decisions on papers for numbers, incoming calls.
 */
export const WEBHOOK_EVENTS = [
  messageStatusEvent.name,
  callStatusEvent.name,
  paymentVerifiedEvent.name,
  messageReceivedEvent.name,
  papersChangedEvent.name,
  callReceivedEvent.name,
  callMissedEvent.name,
  voicemailReceivedEvent.name,
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
  event: z.enum([...WEBHOOK_EVENTS, ruleMatchedEvent.name, 'test']),
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
    .refine(
      (text) => URL.canParse(text),
      faultText('wholeAddress', { example: 'https://example.com/webhooks' }),
    ),
  events: z
    .array(webhookEvent)
    .min(1, faultText('eventMissing'))
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => [...new Set(events)]),
});

const tag = 'Webhooks';
const access = 'owner';
const collection = '/api/users/:id/webhooks';
const params = userParams.extend({ webhookId: uuid });

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: collection,
  access,
  tag,
  summary: 'Addresses that are told of what happens, newest first',
  params: userParams,
  status: 200,
  response: z.array(webhook),
});

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: collection,
  access,
  tag,
  summary: 'Register an address; its signing secret is shown here only',
  params: userParams,
  body,
  status: 201,
  response: webhook.extend(secret.shape),
  idempotent: true,
  errors: ['not_found', 'not_allowed_now'],
});

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: `${collection}/:webhookId`,
  access,
  tag,
  summary: 'Change name, address or events',
  params,
  body,
  status: 200,
  response: webhook,
  errors: ['not_found'],
});

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: `${collection}/:webhookId`,
  access,
  tag,
  summary: 'Remove an address with its log; what waits for it is dropped',
  params,
  status: 204,
  errors: ['not_found'],
});

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: `${collection}/:webhookId/secret`,
  access,
  tag,
  summary: `Make a new signing secret; the old one signs along for ${SECRET_OVERLAP_HOURS} hours`,
  params,
  status: 201,
  response: secret,
  errors: ['not_found'],
});

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: `${collection}/:webhookId/test`,
  access,
  tag,
  summary: 'Send a test event',
  params,
  status: 201,
  response: webhookDelivery,
  errors: ['not_found'],
});

export const listWebhookDeliveries = pagedList({
  name: 'listWebhookDeliveries',
  path: `${collection}/:webhookId/deliveries`,
  access,
  tag,
  summary: 'What was sent and what came of each attempt, newest first',
  params,
  query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(100).default(100) }),
  row: webhookDelivery,
  errors: ['not_found'],
});

export const replayWebhookDelivery = endpoint({
  name: 'replayWebhookDelivery',
  method: 'POST',
  path: `${collection}/:webhookId/deliveries/:deliveryId/replay`,
  access,
  tag,
  summary: 'Send a delivery again, with the same id and body',
  params: params.extend({ deliveryId: uuid }),
  status: 201,
  response: webhookDelivery,
  errors: ['not_found', 'already_processed'],
});
