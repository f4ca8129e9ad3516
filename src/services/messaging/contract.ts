import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, money4, namedObject, paragraph, uuid } from '../../platform/kit/schemas.ts';
import { shownPrice } from '../../platform/kit/shown-price.ts';
import { MESSAGE_REFUSALS, refusedBeforehand } from './refusal-contract.ts';
import { senderId } from '../../shared/sender-id.ts';
import { audience, MAX_FIELD_CHARACTERS, MAX_FIELDS } from '../contacts/contract.ts';
import { RECIPIENT_STATUSES, SMS_STATUSES } from '../../../db/enums.ts';
import { faultText } from '../../platform/kit/faults.ts';

const { endpoint } = endpointsFor('SMS');

/** The most recipients of one message. */
export const MAX_RECIPIENTS = 100_000;
const NO_RECIPIENTS = faultText('recipientMissing');
const TOO_MANY_RECIPIENTS = faultText('recipientsMost', { count: MAX_RECIPIENTS });

/** How many recipients of a message the answer to a send shows, and how many a list shows. */
export const RECIPIENTS_SHOWN = { sent: 1000, listed: 100 } as const;

/** The most numbers of a test. */
export const MOST_TESTED = 100;

/** The longest text: ten parts of GSM-7. */
export const MAX_MESSAGE_CHARACTERS = 1600;

/** The largest picture of a message, in bytes: all networks take so much (Telnyx, "MMS Media & Transcoding"). */
export const MAX_MEDIA_BYTES = 600_000;
/** For how many days after its message was to be sent a picture can be seen at its public address. */
export const MEDIA_DAYS = 30;
/** The types of a picture that all carriers take. */
export const MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/gif'] as const;

/** An upload (`objectPath`): PNG, JPEG or GIF, at most 600 kB. */
export const mediaPath = z
  .string()
  .max(200)
  .regex(/^\/api\/objects\/[0-9a-f-]{36}$/, 'Not an uploaded picture');

/** The longest time after which a message may still be useful: two days. */
const MAX_VALIDITY_MINUTES = 2880;

export const recipientStatus = z.enum(RECIPIENT_STATUSES);
export type RecipientStatus = z.infer<typeof recipientStatus>;

export const smsStatus = z.enum(SMS_STATUSES);

export const recipientDetail = namedObject('SmsRecipient', {
  number: z.string(),
  messageId: uuid,
  status: recipientStatus,
  /** The charge for this recipient, `"0.0000"` once it is refunded. */
  cost: money4,
  /** In plain words, if it failed. */
  error: z.string().nullable(),
  /** Of a test with fields: the recipient's own text. */
  text: z.string().nullish(),
});

/** A recipient with everything that is known about its delivery. */
export const recipientDelivery = recipientDetail.extend({
  /** The recipient's own text, if the message has fields; null: the message's text. */
  text: z.string().nullable(),
  /** It gets the message's picture itself; otherwise, if there is one, its text has a link. */
  mms: z.boolean(),
  /** The carrier that has it, or to which it is being handed over. */
  provider: z.string().nullable(),
  queuedAt: isoTime,
  sentAt: isoTime.nullable(),
  /** When it was delivered or failed. */
  settledAt: isoTime.nullable(),
});
export type RecipientDelivery = z.infer<typeof recipientDelivery>;

/** How many recipients are in each state. */
export const recipientCounts = z.object({
  queued: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  /** Left out because they want no messages from this account; not charged. */
  optedOut: z.number().int(),
});
export type RecipientCounts = z.infer<typeof recipientCounts>;

export const smsMessage = namedObject('SmsMessage', {
  id: uuid,
  userId: uuid,
  senderId: z.string(),
  recipients: z.array(z.string()),
  message: z.string(),
  /** Its picture (`objectPath` of the upload), while it is kept; null: none. */
  media: z.string().nullable(),
  /** The parts of one recipient's message; of the longest if the texts differ. */
  parts: z.number().int(),
  status: smsStatus,
  /** The charge when it was accepted. */
  cost: money4,
  /** The cost after refunds. */
  actualCost: money4,
  /** The carrier that took it; null until one has taken it. */
  provider: z.string().nullable(),
  sentAt: isoTime,
  /** For a scheduled message: the earliest time. */
  sendAt: isoTime.nullable(),
  /** It waits until an administrator has looked at its text. */
  inReview: z.boolean().optional(),
  /** The number of all recipients; for a large message `recipients` and `messageDetails` show only the first. */
  recipientCount: z.number().int(),
  counts: recipientCounts,
  messageDetails: z.object({ recipients: z.array(recipientDetail) }),
  /** Only in the answer to its sending: the characters that were replaced because that costs fewer parts. */
  replaced: z.array(z.string()).optional(),
  /** Present where a test key sent it: it cost nothing and reached nobody. */
  test: z.literal(true).optional(),
});
export type SmsMessage = z.infer<typeof smsMessage>;

/**
 * The same of each recipient, checked by `checkFields`: 100,000 of them take longer than one request may hold the
 * process.
 */
const fieldsOfEach = z
  .array(
    z
      .custom<Readonly<Record<string, string>>>((value) => typeof value === 'object' && value !== null)
      .meta({
        type: 'object',
        additionalProperties: { type: 'string', maxLength: MAX_FIELD_CHARACTERS },
        maxProperties: MAX_FIELDS,
      }),
  )
  .max(MAX_RECIPIENTS, TOO_MANY_RECIPIENTS);

const required = (schema: z.ZodType<string, string>) => z.string({ error: faultText('fillAll') }).pipe(schema);

/** Enough for a message to 100,000 recipients with five fields each. */
const SEND_BYTES = 20 * 1024 * 1024;

const sendTime = z.iso.datetime({ offset: true, error: faultText('timeMissing') });

export const messageToSend = z.object({
  senderId: required(senderId),
  recipients: z.array(z.string().max(64), { error: NO_RECIPIENTS }).max(MAX_RECIPIENTS, TOO_MANY_RECIPIENTS),
  /** Contacts that get it as well, each with their name and fields as values of `{name}`: looked up when it is accepted. */
  contacts: audience.optional(),
  message: required(paragraph(MAX_MESSAGE_CHARACTERS).refine((text) => text.trim().length > 0, faultText('fillAll'))),
  /**
   * A picture. Those whose country and carrier take it get it as MMS, at the price for that; the others get a link to it in
   * their text, at the price of the text's parts. The link is good for 30 days.
   */
  media: mediaPath.nullish(),
  /** One per element of `recipients`: in the message, `{name}` is replaced by the recipient's `name`, in whatever case. */
  fields: fieldsOfEach.optional(),
  /**
   * Typographic marks and letters that the GSM alphabet lacks are written more simply where that costs fewer parts. The
   * answer has the text as it is sent, and `replaced`. If absent, the account's setting decides.
   */
  cheaperSpelling: z.boolean().optional(),
  /** `{name}` may be sent as it stands where nothing fills it; otherwise such a message is refused. */
  unfilledPlaceholders: z.boolean().optional(),
  /** The earliest time; it is charged at once. If absent, the message is sent at once. */
  sendAt: sendTime.nullish(),
  /** The price that was shown, in pounds. If it costs another sum by now: 409 `price_changed`, with that `price`. */
  price: shownPrice.nullish(),
  /** A one-time code is useful for ten minutes: what could not be handed over by then is refunded and not sent. */
  kind: z.enum(['message', 'one-time-code']).optional(),
  /** The same for any message, in minutes from `sendAt` or now. Carriers try for as long as this, else for a day. */
  validityMinutes: z.number().int().min(1).max(MAX_VALIDITY_MINUTES).optional(),
  /** As by a test key: it costs nothing and reaches nobody. */
  test: z.literal(true).optional(),
});

export const sendSms = endpoint('sendSms', 'POST /api/users/:id/sms', {
  largestBody: SEND_BYTES,
  access: 'owner',
  summary: 'Send a message to one or many recipients',
  body: messageToSend,
  status: 201,
  response: smsMessage,
  idempotent: true,
  errors: ['price_changed', 'not_allowed_now', ...MESSAGE_REFUSALS],
});

/** Unsent recipients are stopped and refunded; recipients already handed over are not changed. */
export const cancelSms = endpoint('cancelSms', 'POST /api/users/:id/sms/:messageId/cancel', {
  summary: 'Stop a message: what has not left is refunded',
  response: smsMessage,
  idempotent: true,
  errors: ['not_allowed_now'],
});

/** Its charge, its numbers and their states stay. */
export const redactSms = endpoint('redactSms', 'DELETE /api/users/:id/sms/:messageId/text', {
  summary: 'Take the text out of a message everywhere; not while some of it is on its way',
  errors: ['not_allowed_now'],
});

/** Its price stays. A time up to five minutes ago means now. */
export const moveSms = endpoint('moveSms', 'PUT /api/users/:id/sms/:messageId/send-at', {
  summary: 'Send a scheduled message at another time',
  body: z.object({ sendAt: sendTime }),
  response: smsMessage,
  errors: ['not_allowed_now'],
});

/** The price of a message, by destination. */
export const quoteSms = endpoint('quoteSms', 'POST /api/users/:id/sms/quote', {
  summary: 'What a message costs, by destination, and what it would be refused for, before it is sent',
  // It may be as large as the message that it asks about.
  largestBody: SEND_BYTES,
  body: z.object({
    recipients: z.array(z.string().max(32)).max(MAX_RECIPIENTS, TOO_MANY_RECIPIENTS),
    /** They are those of a message that is sent. */
    contacts: audience.optional(),
    message: z.string().max(MAX_MESSAGE_CHARACTERS),
    /** It is that of a message that is sent. */
    media: mediaPath.nullish(),
    /** Without a sender, `refusals` says nothing of it. */
    senderId: senderId.optional(),
    /** They are those of a message that is sent: each recipient's own text is priced. */
    fields: fieldsOfEach.optional(),
    /** It is that of a message that is sent. */
    cheaperSpelling: z.boolean().optional(),
    /** It is that of a message that is sent with fields; without them the price is told all the same. */
    unfilledPlaceholders: z.boolean().optional(),
    /** As of a campaign: recipients without a value for a placeholder are left out, and counted as `unfilled`. */
    leaveOutUnfilled: z.boolean().optional(),
  }),
  response: z.object({
    total: money4,
    unfilled: z.number().int(),
    /** Recipients that want no messages from this account: they are left out and cost nothing. */
    optedOut: z.number().int(),
    /**
     * Countries (ISO 3166-1 alpha-2) among the recipients' that take no names as senders, or only registered ones,
     * if `senderId` is a name: networks there drop the message or show another sender. Empty where `refusals` say so.
     */
    senderCountries: z.object({ never: z.array(z.string()), registration: z.array(z.string()) }),
    destinations: z.array(
      z.object({
        /** The destination's name in the price list; null if one price holds for all, or if it is not sold. */
        name: z.string().nullable(),
        /** For one part to one recipient, or for the message with its picture; null if it is not sold. */
        rate: money4.nullable(),
        /** They get the picture itself. */
        mms: z.boolean(),
        recipients: z.number().int(),
        cost: money4,
      }),
    ),
    /** A message with a picture lists the first hundred who get it itself, and the first hundred who get a link. */
    media: z
      .object({
        mms: z.object({ recipients: z.number().int(), cost: money4, numbers: z.array(z.string()) }),
        link: z.object({ recipients: z.number().int(), cost: money4, numbers: z.array(z.string()) }),
      })
      .nullable(),
    ...refusedBeforehand,
  }),
});

export const resendSms = endpoint('resendSms', 'POST /api/users/:id/sms/:messageId/resend', {
  summary: 'Send a message anew to those it failed to reach, charged anew',
  status: 201,
  response: smsMessage,
  idempotent: true,
  errors: ['not_allowed_now', ...MESSAGE_REFUSALS],
});
