import { z } from 'zod';
import { isoTime, money2, money4, uuid } from '../kit/schemas.ts';
import { LISTED_SUBJECTS, RENEWALS } from '../../../db/enums.ts';

/** How long a link asks to be used, in minutes. */
export const CONFIRM_EMAIL_MINUTES = 24 * 60;
export const RESET_PASSWORD_MINUTES = 30;
/** For so long the address before can undo a change. */
export const UNDO_EMAIL_DAYS = 7;
/** For so long the owner can undo that an account was closed; then what is personal is erased. */
export const UNDO_CLOSING_DAYS = 7;

const link = { linkId: uuid, expiresAt: isoTime };

/** What has become of the factors by which an account is signed in to, as the audit log names it. */
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
  /** Whether it renews itself; `insufficient_credits`: it tried and could not. */
  renewal: z.enum(RENEWALS),
});

/** A price in pounds, a share of the standard price in per cent, or neither: the standard price. */
const listed = z.object({ price: money2.nullable(), percent: z.number().int().nullable() });
export type ListedPrice = z.infer<typeof listed>;

/** Everything that mail tells of. Sentences stand in `letters.ts`; here is what differs from mail to mail. */
export const mail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm_email'), ...link }),
  z.object({ kind: z.literal('reset_password'), ...link }),
  z.object({
    kind: z.literal('password_changed'),
    /** How many API keys ended with it. */
    keysRevoked: z.number().int().default(0),
  }),
  /** From a browser that the account has not been used from. */
  z.object({
    kind: z.literal('new_sign_in'),
    device: z.string().nullable(),
    address: z.string(),
    at: isoTime,
  }),
  z.object({ kind: z.literal('key_made'), name: z.string() }),
  z.object({ kind: z.literal('factor_changed'), what: z.enum(FACTOR_CHANGES) }),
  /** Goes to the address that is to be the account's. */
  z.object({ kind: z.literal('change_email'), ...link }),
  /** Go to the address that is, or was before, the account's: the change is asked for, and it is made. */
  z.object({ kind: z.literal('email_changing'), email: z.string(), ...link }),
  z.object({ kind: z.literal('email_changed'), email: z.string(), ...link }),
  /** With the link that undoes it, until what is personal is erased. */
  z.object({ kind: z.literal('account_closed'), ...link }),
  z.object({
    kind: z.literal('payment_verified'),
    /** What was to be paid, in pounds. */
    amount: money2,
    /** What arrived, where that is another amount. */
    received: money2.nullable(),
    /** True where it was paid for an order, and not for credit. */
    order: z.boolean(),
    description: z.string(),
    balance: money2,
  }),
  z.object({
    kind: z.literal('payment_rejected'),
    amount: money2,
    description: z.string(),
    reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('payment_reversed'),
    amount: money2,
    description: z.string(),
    reason: z.string(),
    balance: money2,
    /** What the account owes, where the balance did not cover it. */
    owed: money2,
  }),
  z.object({ kind: z.literal('numbers_expiring'), numbers: z.array(expiringNumber).min(1) }),
  z.object({ kind: z.literal('sudden_rise'), code: z.string(), spent: money2, usual: money2 }),
  z.object({ kind: z.literal('message_received'), from: z.string(), to: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('unknown_messages'),
    carriers: z.array(z.object({ carrier: z.string(), recipients: z.number().int(), cost: money4 })).min(1),
  }),
  /** Goes to a reseller's customer. */
  z.object({
    kind: z.literal('prices_rising'),
    prices: z.array(z.object({ subject: z.enum(LISTED_SUBJECTS), before: listed, after: listed })).min(1),
    holdsFrom: isoTime,
  }),
  /** Goes to a reseller: the TXT record of the portal's host name is gone. */
  z.object({
    kind: z.literal('host_missing'),
    hostName: z.string(),
    name: z.string(),
    value: z.string(),
    hours: z.number().int(),
  }),
  z.object({ kind: z.literal('low_balance'), level: money2, balance: money2 }),
]);
export type Mail = z.output<typeof mail>;
/** As it is written: what has a default may be left out. */
export type MailInput = z.input<typeof mail>;
