import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { isoTime, money2, money4, uuid } from '../kit/schemas.ts';
import {
  paymentApproval,
  pendingPayment,
  transactionStatus,
  transactionType,
} from '../../money/payments/contract.ts';
import { userStatus } from '../../callers/contract.ts';
import { recipientCounts, recipientStatus, smsStatus } from '../../services/messaging/contract.ts';
import { voiceCall } from '../../services/voice/contract.ts';

const at = isoTime;

/**
 * Every kind of event on the stream and the shape of its `data`. Who gets which stands in
 * `EVENT_AUDIENCE`.
 */
export const EVENTS = {
  'payment-submitted': pendingPayment.extend({ at }),
  'payment-verified': z.object({
    at,
    transactionId: uuid,
    userId: uuid,
    /** What arrived: credited, or for the order and what is beyond its price credited. */
    amount: money2,
    amountDue: money2,
    credits: money2,
    transactionHash: z.string(),
    /** The order that a purchase was meant for; it has left the queue as well. */
    settlesTransactionId: uuid.nullable(),
    /** A `credit_purchase`, or the order that was paid in a coin. */
    type: transactionType,
  }),
  /** A first administrator's approval, or null where it was taken back. */
  'payment-approved': z.object({
    at,
    transactionId: uuid,
    userId: uuid,
    approval: paymentApproval.nullable(),
  }),
  /** A payment was seen on its chain, or confirmed further; administrators read the rest of the evidence. */
  'payment-evidence': z.object({
    at,
    transactionId: uuid,
    userId: uuid,
    foundAt: isoTime.nullable(),
    confirmations: z.number().int(),
    confirmationsWanted: z.number().int(),
  }),
  'payment-rejected': z.object({
    at,
    transactionId: uuid,
    userId: uuid,
    reason: z.string().nullable(),
  }),
  /** An order was placed, paid or cancelled, or costs something else now. */
  'order-changed': z.object({
    at,
    transactionId: uuid,
    userId: uuid,
    status: transactionStatus,
    amount: money2,
  }),
  balance: z.object({ at, userId: uuid, credits: money2, reason: z.string() }),
  'provider-switch': z.object({
    at,
    from: z.string(),
    to: z.string(),
    reason: z.enum(['manual', 'failover']),
  }),
  'message-status': z.object({
    at,
    /** The message; `recipients` lists those that changed, at most the first 100 of them. */
    id: uuid,
    status: smsStatus,
    actualCost: money4,
    provider: z.string().nullable(),
    counts: recipientCounts,
    recipients: z.array(
      z.object({
        messageId: uuid,
        number: z.string(),
        status: recipientStatus,
        cost: money4,
        error: z.string().nullable(),
      }),
    ),
  }),
  'call-status': voiceCall.omit({ callDetails: true }).extend({ at }),
  'number-status': z.object({
    at,
    id: uuid,
    userId: uuid,
    number: z.string(),
    /** `refused`: the carrier would not sell it, and its price was refunded. */
    status: z.enum(['provisioning', 'active', 'refused']),
    expiresAt: isoTime,
  }),
  'number-expiring': z.object({
    at,
    id: uuid,
    userId: uuid,
    number: z.string(),
    expiresAt: isoTime,
    /** Whether it renews itself; `insufficient_credits`: it tried and could not. */
    renewal: z.enum(['off', 'on', 'insufficient_credits']),
  }),
  'webhook-delivery': z.object({
    at,
    id: uuid,
    userId: uuid,
    webhookId: uuid,
    status: z.enum(['pending', 'delivered', 'failed']),
  }),
  'user-status': z.object({ at, userId: uuid, status: userStatus }),
  /** A spend limit refused something, the first time that day. */
  'limit-reached': z.object({ at, userId: uuid, words: z.string(), resetsAt: isoTime }),
  /** An account's spend limits were set, or lifted by an administrator. */
  'limits-changed': z.object({ at, userId: uuid, liftedUntil: isoTime.nullable() }),
  /** What an account signs in with, its confirmed address among it: what is named is to be read again. */
  'security-changed': z.object({
    at,
    userId: uuid,
    what: z.enum(['sessions', 'api-keys', 'second-factor', 'email']),
  }),
} as const;

export type EventName = keyof typeof EVENTS;
export type EventData<Name extends EventName> = Omit<z.input<(typeof EVENTS)[Name]>, 'at'>;

/** Which streams an event goes to: `owner` is the user it is addressed to. */
export const EVENT_AUDIENCE: Record<EventName, { owner: boolean; admins: boolean; everyone: boolean }> = {
  'payment-submitted': { owner: false, admins: true, everyone: false },
  'payment-verified': { owner: true, admins: true, everyone: false },
  'payment-approved': { owner: false, admins: true, everyone: false },
  'payment-evidence': { owner: true, admins: true, everyone: false },
  'payment-rejected': { owner: true, admins: true, everyone: false },
  'order-changed': { owner: true, admins: true, everyone: false },
  balance: { owner: true, admins: false, everyone: false },
  'provider-switch': { owner: false, admins: false, everyone: true },
  'message-status': { owner: true, admins: false, everyone: false },
  'call-status': { owner: true, admins: false, everyone: false },
  'number-status': { owner: true, admins: false, everyone: false },
  'number-expiring': { owner: true, admins: false, everyone: false },
  'webhook-delivery': { owner: true, admins: false, everyone: false },
  'user-status': { owner: true, admins: true, everyone: false },
  'limit-reached': { owner: true, admins: true, everyone: false },
  'limits-changed': { owner: true, admins: true, everyone: false },
  'security-changed': { owner: true, admins: false, everyone: false },
};

export const streamEvents = endpoint({
  name: 'streamEvents',
  method: 'GET',
  path: '/api/events',
  access: 'signed-in',
  tag: 'Events',
  summary: 'Server-sent events; resumes after `Last-Event-ID`',
  status: 200,
  produces: ['text/event-stream'],
  errors: ['malformed_request'],
});
