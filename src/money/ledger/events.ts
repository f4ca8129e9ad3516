import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { money2, uuid } from '../../platform/kit/schemas.ts';
import { transactionStatus } from '../payments/contract.ts';

export const balanceEvent = eventKind('balance', ['owner'], { userId: uuid, credits: money2, reason: z.string() });

/** An order was placed, paid or cancelled, or its price has changed. */
export const orderChangedEvent = eventKind('order-changed', ['owner', 'admins', 'support', 'finance', 'webhooks'], {
  transactionId: uuid,
  userId: uuid,
  status: transactionStatus,
  amount: money2,
});
