import { z } from 'zod';
import type { Sentence } from '../kit/faults.ts';
import { isoTime, money2, money4, uuid, wording } from '../kit/schemas.ts';
import {
  ALARMS,
  INVOICE_KINDS,
  LOSSES,
  PORT_STATES,
  PRICED_SUBJECTS,
  RATED_SERVICES,
  RENEWALS,
} from '../../../db/enums.ts';

/** How long a link can be used, in minutes. */
export const CONFIRM_EMAIL_MINUTES = 24 * 60;
export const RESET_PASSWORD_MINUTES = 30;
export const INVITATION_MINUTES = 24 * 60;
/** For this long somebody may accept that they act in an account. */
export const PERSON_INVITED_DAYS = 7;
/** For this long the former address can undo a change. */
export const UNDO_EMAIL_DAYS = 7;
/** For this long the owner can reopen a closed account; then its personal data is erased. */
export const UNDO_CLOSING_DAYS = 7;

const link = { linkId: uuid, expiresAt: isoTime };

/** With a new password ends what was made or changed in an account within so many days before. */
export const ENDED_DAYS = 30;

/**
 * A thing that somebody who had a session could leave in an account: its kind, and the name by which its
 * owner knows it.
 */
const leftBehind = z.object({
  what: z.enum(['webhook', 'sip', 'addresses', 'calls', 'answers', 'host', 'passkey', 'person']),
  name: z.string(),
});
export type LeftBehind = z.infer<typeof leftBehind>;

/** The changes of an account's sign-in factors, in the audit log's words. */
const FACTOR_CHANGES = [
  'totp.enabled',
  'totp.disabled',
  'recovery_codes.created',
  'passkey.added',
  'passkey.removed',
] as const;
export type FactorChange = (typeof FACTOR_CHANGES)[number];

const expiringNumber = z.object({
  number: z.string(),
  expiresAt: isoTime,
  /** It says whether the number renews automatically; `insufficient_credits`: renewal was tried and the balance was too low. */
  renewal: z.enum(RENEWALS),
});

/** Why we close a payment by ourselves: the names of these sentences. */
const CLOSING_REASONS = ['paidAnother', 'notVerifiedInTime'] as const;
export type ClosingSentence = Sentence & { code: (typeof CLOSING_REASONS)[number] };

/** A price in pounds, a share of the standard price in per cent, or neither: the standard price. */
const listed = z.object({ price: z.union([money2, money4]).nullable(), percent: z.number().int().nullable() });
export type ListedPrice = z.infer<typeof listed>;

/** All kinds of mail. The sentences are in `texts`; here are the values that differ from mail to mail. */
export const mail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm_email'), ...link }),
  z.object({ kind: z.literal('reset_password'), ...link }),
  /** To a new administrator, who chooses a password. */
  z.object({ kind: z.literal('invitation'), ...link }),
  /** To somebody whom an account's owner wants to act in it. */
  z.object({ kind: z.literal('person_invited'), owner: z.string(), ...link }),
  z.object({
    kind: z.literal('password_changed'),
    /** How many API keys were revoked with it. */
    keysRevoked: z.number().int().default(0),
    /** The other things that ended with it. */
    ended: z.array(leftBehind).default([]),
  }),
  /** From a browser in which the account was not used before. */
  z.object({ kind: z.literal('new_sign_in'), device: z.string().nullable(), address: z.string(), at: isoTime }),
  z.object({ kind: z.literal('key_made'), name: z.string() }),
  /** Something was made or changed that goes on without a session. Of passkeys tells `factor_changed`. */
  z.object({ kind: z.literal('access_changed'), what: leftBehind.shape.what.exclude(['passkey']), name: z.string() }),
  z.object({ kind: z.literal('factor_changed'), what: z.enum(FACTOR_CHANGES) }),
  /** Sent to the new address of the account. */
  z.object({ kind: z.literal('change_email'), ...link }),
  /** Sent to the account's present or former address: a change was requested, and it was made. */
  z.object({ kind: z.literal('email_changing'), email: z.string(), ...link }),
  z.object({ kind: z.literal('email_changed'), email: z.string(), ...link }),
  /** With the link that reopens the account, until its personal data is erased. */
  z.object({ kind: z.literal('account_closed'), ...link }),
  z.object({
    kind: z.literal('payment_verified'),
    /** The amount due, in pounds. */
    amount: money2,
    /** The amount that arrived, if it differs. */
    received: money2.nullable(),
    /** True for the payment of an order, false for credit. */
    order: z.boolean(),
    description: z.string(),
    /** By which the letter says it in its reader's language; null for what a person typed. */
    wording: wording.nullable().default(null),
    balance: money2,
  }),
  z.object({
    kind: z.literal('payment_rejected'),
    amount: money2,
    description: z.string(),
    wording: wording.nullable().default(null),
    /** An administrator's words; also our own, in English, where `sentence` says them by code. */
    reason: z.string().nullable(),
    sentence: z
      .object({ code: z.enum(CLOSING_REASONS), values: z.record(z.string(), z.union([z.string(), z.number()])) })
      .nullable()
      .default(null),
  }),
  /** Something arrived that may be the payment of more than one customer; `amount` has the coin's symbol. */
  z.object({ kind: z.literal('payment_unclear'), amount: z.string() }),
  z.object({
    kind: z.literal('payment_reversed'),
    amount: money2,
    description: z.string(),
    wording: wording.nullable().default(null),
    reason: z.string(),
    balance: money2,
    /** The amount that the account owes where the balance was too low. */
    owed: money2,
  }),
  /** With the PDF attached. */
  z.object({
    kind: z.literal('invoice_issued'),
    invoiceId: uuid,
    what: z.enum(INVOICE_KINDS),
    number: z.string(),
    amount: money2,
    seller: z.string(),
  }),
  z.object({ kind: z.literal('numbers_expiring'), numbers: z.array(expiringNumber).min(1) }),
  /** Numbers that a code proved long ago. */
  z.object({
    kind: z.literal('numbers_to_confirm'),
    numbers: z.array(z.object({ number: z.string(), until: isoTime })).min(1),
  }),
  /** To the owner; with the account's address, to administrators. */
  z.object({
    kind: z.literal('sudden_rise'),
    ...{ code: z.string(), spent: money2, usual: money2, account: z.string().optional() },
  }),
  /** To administrators: an account spends far more today than on a usual day of its own. */
  z.object({ kind: z.literal('day_risen'), spent: money2, usual: money2, account: z.string() }),
  /** Somebody called a number and nobody spoke with them; `text` is what was said on voicemail, if that is known. */
  z.object({ kind: z.literal('call_missed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('voicemail_received'), from: z.string(), to: z.string(), text: z.string() }),
  z.object({ kind: z.literal('message_received'), from: z.string(), to: z.string(), text: z.string() }),
  /** To administrators: something is wrong that cannot wait, and what it is about. */
  z.object({
    kind: z.literal('alarm'),
    alarm: z.enum(ALARMS),
    subjects: z.array(z.object({ subject: z.string(), value: z.number() })).min(1),
  }),
  /** Our credit at a carrier; `amount` and `level` are decimal strings in its currency. */
  z.object({
    kind: z.literal('carrier_credit_low'),
    ...{ carrier: z.string(), amount: z.string(), currency: z.string(), level: z.string() },
  }),
  /** Papers of an erased account that a carrier still has; `ids` are its own. */
  z.object({
    kind: z.literal('papers_to_delete'),
    ...{ carrier: z.string(), countryCode: z.string(), account: z.string(), ids: z.array(z.string()) },
  }),
  /** To administrators: a verified payment that its chain no longer shows as it was. */
  z.object({
    kind: z.literal('payment_lost'),
    ...{ account: z.string(), amount: money2, coin: z.string(), hash: z.string(), lost: z.enum(LOSSES) },
  }),
  z.object({
    kind: z.literal('losing_destinations'),
    destinations: z.array(z.object({ code: z.string(), revenue: money4, cost: money4 })).min(1),
  }),
  /** The operator's own words. */
  z.object({ kind: z.literal('notice'), subject: z.string(), paragraphs: z.array(z.string()) }),
  /** Sent to everybody who is going to pay more. */
  z.object({
    kind: z.literal('prices_rising'),
    prices: z
      .array(
        z.object({
          subject: z.enum([...PRICED_SUBJECTS, 'received', 'mms']),
          /** The price of a number may be that of one country. */
          country: z.string().length(2).optional(),
          ...{ before: listed, after: listed },
        }),
      )
      .min(1),
    holdsFrom: isoTime,
  }),
  /** Prices by destination rise, some of them. */
  z.object({ kind: z.literal('destinations_rising'), service: z.enum(RATED_SERVICES), holdsFrom: isoTime }),
  /** Destinations that somebody used lately are not sold any more. */
  z.object({
    kind: z.literal('destinations_dropped'),
    service: z.enum(RATED_SERVICES),
    destinations: z.array(z.string()),
    /** How many further ones there are. */
    more: z.number().int(),
    holdsFrom: isoTime,
  }),
  /** Sent to a reseller: the TXT record of the portal's host name is missing. */
  z.object({
    kind: z.literal('host_missing'),
    hostName: z.string(),
    name: z.string(),
    value: z.string(),
    hours: z.number().int(),
  }),
  /** A sender name was accepted, or it was rejected for a reason. */
  z.object({ kind: z.literal('account_suspended'), reason: z.string().nullable() }),
  z.object({
    kind: z.literal('message_refused'),
    senderId: z.string(),
    recipients: z.number().int(),
    reason: z.string().nullable(),
  }),
  z.object({ kind: z.literal('sender_decided'), name: z.string(), reason: z.string().nullable() }),
  /** Papers for numbers of a country were accepted or rejected. */
  z.object({
    kind: z.literal('papers_decided'),
    countryCode: z.string().length(2),
    accepted: z.boolean(),
    reason: z.string().nullable(),
  }),
  /** The state of a request to bring numbers from another carrier changed. */
  z.object({
    kind: z.literal('port_changed'),
    numbers: z.array(z.string()),
    status: z.enum(PORT_STATES),
    words: z.string().nullable(),
    portsOn: z.string().nullable(),
  }),
  z.object({ kind: z.literal('low_balance'), level: money2, balance: money2 }),
]);
export type Mail = z.output<typeof mail>;
/** The input type: fields with a default may be left out. */
export type MailInput = z.input<typeof mail>;
