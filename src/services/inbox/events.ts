import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { uuid } from '../../platform/kit/schemas.ts';
import { receivedMessage } from './contract.ts';

/** A message came in to a customer's number. */
export const messageReceivedEvent = eventKind('message-received', ['owner', 'webhooks'], {
  ...receivedMessage.shape,
  userId: uuid,
});

/** A conversation was read, named or replied to on another screen. */
export const conversationChangedEvent = eventKind('conversation-changed', ['owner'], { userId: uuid, id: uuid });

/** A message fitted an answer rule that tells a webhook; only that webhook is told. */
export const ruleMatchedEvent = eventKind(
  'rule-matched',
  ['owner'],
  {
    ...receivedMessage.omit({ cost: true, unpaid: true }).shape,
    ...{ userId: uuid, ruleId: uuid, webhookId: uuid },
    /** Null for a rule that takes any message. */
    keyword: z.string().nullable(),
  },
  ({ webhookId }) => webhookId,
);
