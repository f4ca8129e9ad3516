import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { isoTime, line, money4, pageQuery, paragraph, userParams, uuid } from '../kit/schemas.ts';
import { isSenderId, SENDER_ID_RULE } from './sender-id.ts';

/** One message may go to this many recipients. */
export const MAX_RECIPIENTS = 100_000;
export const NO_RECIPIENTS = 'Please enter at least one recipient';
export const TOO_MANY_RECIPIENTS = `At most ${MAX_RECIPIENTS.toLocaleString('en')} recipients`;

/** A message shows this many of its recipients in the answer to a send, and this many in a list. */
export const RECIPIENTS_SHOWN = { sent: 1000, listed: 100 } as const;

/** The longest text: ten parts of GSM-7. */
export const MAX_MESSAGE_CHARACTERS = 1600;

export const recipientStatus = z.enum(['queued', 'sent', 'delivered', 'failed', 'unknown']);
export type RecipientStatus = z.infer<typeof recipientStatus>;

export const smsStatus = z.enum(['queued', 'sending', 'sent', 'delivered', 'partial', 'failed']);

export const recipientDetail = z.object({
  number: z.string(),
  messageId: uuid,
  status: recipientStatus,
  /** What this recipient was charged, `"0.0000"` once refunded. */
  cost: money4,
  /** In plain words, where it failed. */
  error: z.string().nullable(),
});

/** How many recipients stand in each state. */
export const recipientCounts = z.object({
  queued: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
});
export type RecipientCounts = z.infer<typeof recipientCounts>;

export const smsMessage = z.object({
  id: uuid,
  userId: uuid,
  senderId: z.string(),
  recipients: z.array(z.string()),
  message: z.string(),
  /** Parts of one recipient's message. */
  parts: z.number().int(),
  status: smsStatus,
  /** What it was charged when accepted. */
  cost: money4,
  /** What it came to after refunds. */
  actualCost: money4,
  /** The carrier that took it; null until one has. */
  provider: z.string().nullable(),
  sentAt: isoTime,
  /** All of them; `recipients` and `messageDetails` show the first of a large message only. */
  recipientCount: z.number().int(),
  counts: recipientCounts,
  messageDetails: z.object({ recipients: z.array(recipientDetail) }),
});
export type SmsMessage = z.infer<typeof smsMessage>;

const required = (schema: z.ZodType<string, string>) =>
  z.string({ error: 'Please fill in all fields' }).pipe(schema);

const tag = 'SMS';

export const listSms = endpoint({
  name: 'listSms',
  method: 'GET',
  path: '/api/users/:id/sms',
  access: 'owner',
  tag,
  summary: 'Messages sent, newest first',
  params: userParams,
  query: pageQuery,
  status: 200,
  response: z.array(smsMessage),
  paged: true,
  errors: ['not_found'],
});

/** Recipients of one message, last first; `before` is a recipient's `messageId`. */
export const listSmsRecipients = endpoint({
  name: 'listSmsRecipients',
  method: 'GET',
  path: '/api/users/:id/sms/:messageId/recipients',
  access: 'owner',
  tag,
  summary: 'Every recipient of a message with its state',
  params: userParams.extend({ messageId: uuid }),
  query: pageQuery.extend({ status: recipientStatus.optional() }),
  status: 200,
  response: z.array(recipientDetail),
  paged: true,
  errors: ['not_found'],
});

export const sendSms = endpoint({
  name: 'sendSms',
  method: 'POST',
  path: '/api/users/:id/sms',
  access: 'owner',
  tag,
  summary: 'Send a message to one or many recipients',
  params: userParams,
  body: z.object({
    senderId: required(line(16).min(1, 'Please fill in all fields').refine(isSenderId, SENDER_ID_RULE)),
    recipients: z
      .array(z.string().max(64), { error: NO_RECIPIENTS })
      .max(MAX_RECIPIENTS, TOO_MANY_RECIPIENTS),
    message: required(
      paragraph(MAX_MESSAGE_CHARACTERS).refine((text) => text.trim().length > 0, 'Please fill in all fields'),
    ),
  }),
  status: 201,
  response: smsMessage,
  idempotent: true,
  errors: ['insufficient_credits', 'not_found'],
});
