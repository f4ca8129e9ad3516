import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, money2, uuid } from '../../platform/kit/schemas.ts';
import { transactionStatus } from '../payments/contract.ts';

export const balanceEvent = eventKind(
  'balance',
  z.object({ at: isoTime, userId: uuid, credits: money2, reason: z.string() }),
  ['owner'],
);

/** An order was placed, paid or cancelled, or its price has changed. */
export const orderChangedEvent = eventKind(
  'order-changed',
  z.object({ at: isoTime, transactionId: uuid, userId: uuid, status: transactionStatus, amount: money2 }),
  ['owner', 'admins', 'support', 'finance'],
  () => true,
);
