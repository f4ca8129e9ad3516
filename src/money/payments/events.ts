import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, money2, uuid, wording } from '../../platform/kit/schemas.ts';
import { pendingPayment, transactionType } from './contract.ts';

const at = isoTime;

/** Its owner is told too, because the owner may have another screen open. */
export const paymentSubmittedEvent = eventKind('payment-submitted', pendingPayment.extend({ at }), [
  'owner',
  'admins',
  'support',
  'finance',
]);

export const paymentVerifiedEvent = eventKind(
  'payment-verified',
  z.object({
    at,
    transactionId: uuid,
    userId: uuid,
    /** The sum that arrived: it was credited, or it paid an order and the surplus was credited. */
    amount: money2,
    amountDue: money2,
    credits: money2,
    transactionHash: z.string(),
    /** The order for which the credit was bought; it has left the queue as well. */
    settlesTransactionId: uuid.nullable(),
    /** A `credit_purchase`, or the order that was paid in a coin. */
    type: transactionType,
  }),
  ['owner', 'admins', 'support', 'finance'],
  () => true,
);

export const paymentRejectedEvent = eventKind(
  'payment-rejected',
  z.object({
    at,
    transactionId: uuid,
    userId: uuid,
    reason: z.string().nullable(),
    reasonWording: wording.nullable(),
  }),
  ['owner', 'admins', 'support', 'finance'],
  () => true,
);

/** An administrator took a waiting payment in hand, or left it to others. */
export const paymentTakenEvent = eventKind(
  'payment-taken',
  pendingPayment.pick({ taken: true }).extend({ at, transactionId: uuid }),
  ['admins', 'support', 'finance'],
);

/** A verified payment was taken back, in whole or in part. */
export const paymentReversedEvent = eventKind(
  'payment-reversed',
  z.object({ at, transactionId: uuid, userId: uuid, amount: money2, credits: money2, owed: money2 }),
  ['owner', 'admins', 'support', 'finance'],
  () => true,
);
