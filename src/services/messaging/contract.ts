import { z } from 'zod';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { named } from '../../platform/kit/named-schemas.ts';
import { pagedList } from '../../platform/kit/paged-list.ts';
import { isoTime, line, money4, pageQuery, paragraph, userParams, uuid } from '../../platform/kit/schemas.ts';
import { isSenderId } from './sending/sender-id.ts';
import {
  ATTEMPT_ANSWERS,
  ATTEMPT_MONEY,
  RECIPIENT_STATUSES,
  ROUTE_ORDERS,
  SMS_STATUSES,
} from '../../../db/enums.ts';
import { faultText } from '../../platform/kit/faults.ts';

/** One message may go to this many recipients. */
export const MAX_RECIPIENTS = 100_000;
const NO_RECIPIENTS = faultText('recipientMissing');
const TOO_MANY_RECIPIENTS = faultText('recipientsMost', { count: MAX_RECIPIENTS });

/** A message shows this many of its recipients in the answer to a send, and this many in a list. */
export const RECIPIENTS_SHOWN = { sent: 1000, listed: 100 } as const;

/** The longest text: ten parts of GSM-7. */
export const MAX_MESSAGE_CHARACTERS = 1600;

/** A recipient may have so many fields, each of so many characters. */
const MAX_FIELDS = 20;
const TOO_MANY_FIELDS = faultText('fieldsMost', { count: MAX_FIELDS });
const MAX_FIELD_CHARACTERS = 200;

export const recipientStatus = z.enum(RECIPIENT_STATUSES);
export type RecipientStatus = z.infer<typeof recipientStatus>;

export const smsStatus = z.enum(SMS_STATUSES);

export const recipientDetail = named(
  'SmsRecipient',
  z.object({
    number: z.string(),
    messageId: uuid,
    status: recipientStatus,
    /** What this recipient was charged, `"0.0000"` once refunded. */
    cost: money4,
    /** In plain words, where it failed. */
    error: z.string().nullable(),
  }),
);

/** A recipient with all that is known of its way. */
export const recipientDelivery = recipientDetail.extend({
  /** What it is sent, where the message has fields; null: the message as it is. */
  text: z.string().nullable(),
  /** The carrier that has it, or is being handed it. */
  provider: z.string().nullable(),
  queuedAt: isoTime,
  sentAt: isoTime.nullable(),
  /** When it was delivered or failed. */
  settledAt: isoTime.nullable(),
});
export type RecipientDelivery = z.infer<typeof recipientDelivery>;

/**
 * What a carrier answered: to a send (`accepted`, `refused`, `uncertain`), asked what became of one
 * (`found`, `absent`), by a later report (`undelivered`; `withdrawn`: it did not carry it after all), or
 * `settled` by an administrator or by the time it took.
 */
export const attemptAnswer = z.enum(ATTEMPT_ANSWERS);

/** What it meant for the money; `held`: still charged while it is open what becomes of the message. */
export const attemptMoney = z.enum(ATTEMPT_MONEY);

/** One step on a recipient's way. */
export const smsAttempt = z.object({
  id: uuid,
  /** The recipient's. */
  messageId: uuid,
  number: z.string(),
  at: isoTime,
  provider: z.string(),
  answer: attemptAnswer,
  /** In plain words. */
  words: z.string(),
  money: attemptMoney,
  /** The carrier's own code and words: to administrators only, null for others. */
  code: z.string().nullable(),
  detail: z.string().nullable(),
  /** Why this carrier was chosen, and what it asks by its price list: to administrators only, null for others. */
  routeBy: z.enum(ROUTE_ORDERS).nullable(),
  routeCost: money4.nullable(),
});
export type SmsAttempt = z.infer<typeof smsAttempt>;

/** How many recipients stand in each state. */
export const recipientCounts = z.object({
  queued: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
});
export type RecipientCounts = z.infer<typeof recipientCounts>;

export const smsMessage = named(
  'SmsMessage',
  z.object({
    id: uuid,
    userId: uuid,
    senderId: z.string(),
    recipients: z.array(z.string()),
    message: z.string(),
    /** Parts of one recipient's message; of the longest where each has its own. */
    parts: z.number().int(),
    status: smsStatus,
    /** What it was charged when accepted. */
    cost: money4,
    /** What it came to after refunds. */
    actualCost: money4,
    /** The carrier that took it; null until one has. */
    provider: z.string().nullable(),
    sentAt: isoTime,
    /** Where it was scheduled: not before. */
    sendAt: isoTime.nullable(),
    /** All of them; `recipients` and `messageDetails` show the first of a large message only. */
    recipientCount: z.number().int(),
    counts: recipientCounts,
    messageDetails: z.object({ recipients: z.array(recipientDetail) }),
  }),
);
export type SmsMessage = z.infer<typeof smsMessage>;

/** What `{name}` in a message stands for, for one recipient. */
const recipientFields = z
  .record(z.string().min(1).max(64), line(MAX_FIELD_CHARACTERS))
  .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, TOO_MANY_FIELDS);

const required = (schema: z.ZodType<string, string>) =>
  z.string({ error: faultText('fillAll') }).pipe(schema);

const tag = 'SMS';

export const listSms = pagedList({
  name: 'listSms',
  path: '/api/users/:id/sms',
  access: 'owner',
  tag,
  summary: 'Messages, newest first; `search` looks at sender, text and numbers',
  params: userParams,
  query: pageQuery.extend({
    search: z.string().trim().max(100).optional(),
    /** Only those that wait for their time. */
    status: z.literal('scheduled').optional(),
  }),
  row: smsMessage,
  errors: ['not_found'],
});

const messageParams = userParams.extend({ messageId: uuid });

export const getSms = endpoint({
  name: 'getSms',
  method: 'GET',
  path: '/api/users/:id/sms/:messageId',
  access: 'owner',
  tag,
  summary: 'One message, with its first recipients',
  params: messageParams,
  status: 200,
  response: smsMessage,
  errors: ['not_found'],
});

/** Recipients of one message, last first; `before` is a recipient's `messageId`. */
export const listSmsRecipients = pagedList({
  name: 'listSmsRecipients',
  path: '/api/users/:id/sms/:messageId/recipients',
  access: 'owner',
  tag,
  summary: 'Every recipient of a message with its state',
  params: messageParams,
  query: pageQuery.extend({ status: recipientStatus.optional() }),
  row: recipientDelivery,
  errors: ['not_found'],
});

export const traceSms = pagedList({
  name: 'traceSms',
  path: '/api/users/:id/sms/:messageId/trace',
  access: 'owner',
  tag,
  summary: 'What carriers answered about a message or about one of its recipients, newest first',
  params: messageParams,
  query: pageQuery.extend({
    /** A recipient's `messageId`. */
    recipient: uuid.optional(),
  }),
  row: smsAttempt,
  errors: ['not_found'],
});

export const sendSms = endpoint({
  name: 'sendSms',
  // Enough for a message to 100,000 recipients written as generously as the contract allows.
  largestBody: 8 * 1024 * 1024,
  method: 'POST',
  path: '/api/users/:id/sms',
  access: 'owner',
  tag,
  summary: 'Send a message to one or many recipients',
  params: userParams,
  body: z.object({
    senderId: required(line(16).min(1, faultText('fillAll')).refine(isSenderId, faultText('senderId'))),
    recipients: z
      .array(z.string().max(64), { error: NO_RECIPIENTS })
      .max(MAX_RECIPIENTS, TOO_MANY_RECIPIENTS),
    message: required(
      paragraph(MAX_MESSAGE_CHARACTERS).refine((text) => text.trim().length > 0, faultText('fillAll')),
    ),
    /** One per element of `recipients`: with it, `{name}` in the message stands for the recipient's `name`. */
    fields: z.array(recipientFields).max(MAX_RECIPIENTS, TOO_MANY_RECIPIENTS).optional(),
    /** Not before; charged at once. Without it the message leaves at once. */
    sendAt: z.iso.datetime({ offset: true, error: faultText('timeMissing') }).nullish(),
  }),
  status: 201,
  response: smsMessage,
  idempotent: true,
  errors: [
    'insufficient_credits',
    'spend_limit_reached',
    'destination_closed',
    'destination_not_sold',
    'not_found',
  ],
});

/** What has not left stays, and is refunded; what has left goes on. */
export const cancelSms = endpoint({
  name: 'cancelSms',
  method: 'POST',
  path: '/api/users/:id/sms/:messageId/cancel',
  access: 'owner',
  tag,
  summary: 'Stop a message: what has not left is refunded',
  params: messageParams,
  status: 200,
  response: smsMessage,
  idempotent: true,
  errors: ['not_found', 'not_allowed_now'],
});

/** What a message would cost, by destination. */
export const quoteSms = endpoint({
  name: 'quoteSms',
  method: 'POST',
  path: '/api/users/:id/sms/quote',
  access: 'owner',
  tag,
  summary: 'What a message costs, by destination, before it is sent',
  params: userParams,
  body: z.object({
    recipients: z.array(z.string().max(32)).min(1, NO_RECIPIENTS).max(MAX_RECIPIENTS, TOO_MANY_RECIPIENTS),
    message: z.string().max(MAX_MESSAGE_CHARACTERS),
  }),
  status: 200,
  response: z.object({
    total: money4,
    destinations: z.array(
      z.object({
        /** Of the price list; null where one price holds for all, and for what is not sold. */
        name: z.string().nullable(),
        /** Of a part to one recipient; null where it is not sold. */
        rate: money4.nullable(),
        recipients: z.number().int(),
        cost: money4,
      }),
    ),
  }),
  errors: ['not_found'],
});

export const resendSms = endpoint({
  name: 'resendSms',
  method: 'POST',
  path: '/api/users/:id/sms/:messageId/resend',
  access: 'owner',
  tag,
  summary: 'Send a message anew to those it failed to reach, charged anew',
  params: messageParams,
  status: 201,
  response: smsMessage,
  idempotent: true,
  errors: [
    'not_found',
    'not_allowed_now',
    'insufficient_credits',
    'spend_limit_reached',
    'destination_closed',
    'destination_not_sold',
  ],
});
