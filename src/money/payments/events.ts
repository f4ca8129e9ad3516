import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { money2, uuid, wording } from '../../platform/kit/schemas.ts';
import { pendingPayment, transactionType } from './contract.ts';

const WITH_WEBHOOKS = ['owner', 'admins', 'support', 'finance', 'webhooks'] as const;

/** Its owner is told too, because the owner may have another screen open. */
export const paymentSubmittedEvent = eventKind(
  'payment-submitted',
  ['owner', 'admins', 'support', 'finance'],
  pendingPayment.shape,
);

export const paymentVerifiedEvent = eventKind('payment-verified', WITH_WEBHOOKS, {
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
});

export const paymentRejectedEvent = eventKind('payment-rejected', WITH_WEBHOOKS, {
  transactionId: uuid,
  userId: uuid,
  reason: z.string().nullable(),
  reasonWording: wording.nullable(),
});

/** An administrator took a waiting payment in hand, or left it to others. */
export const paymentTakenEvent = eventKind('payment-taken', ['admins', 'support', 'finance'], {
  ...pendingPayment.pick({ taken: true }).shape,
  transactionId: uuid,
});

/** A verified payment was taken back, in whole or in part. */
export const paymentReversedEvent = eventKind('payment-reversed', WITH_WEBHOOKS, {
  transactionId: uuid,
  userId: uuid,
  amount: money2,
  credits: money2,
  owed: money2,
});
