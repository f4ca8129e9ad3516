import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { money4, uuid } from '../../platform/kit/schemas.ts';
import { recipientCounts, recipientStatus, smsStatus } from './contract.ts';

/** The most recipients that an event names; its counts cover all. */
export const RECIPIENTS_IN_EVENT = 100;

export const messageStatusEvent = eventKind('message-status', ['owner', 'webhooks'], {
  /** The message; `recipients` lists the changed ones, at most the first `RECIPIENTS_IN_EVENT`. */
  id: uuid,
  status: smsStatus,
  actualCost: money4,
  provider: z.string().nullable(),
  counts: recipientCounts,
  /** Present where a test key sent it. */
  test: z.literal(true).optional(),
  recipients: z.array(
    z.object({
      messageId: uuid,
      number: z.string(),
      status: recipientStatus,
      cost: money4,
      error: z.string().nullable(),
    }),
  ),
});
