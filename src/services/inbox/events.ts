import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';
import { receivedMessage } from './contract.ts';

/** A message came in to a customer's number. */
export const messageReceivedEvent = eventKind(
  'message-received',
  receivedMessage.extend({ at: isoTime, userId: uuid }),
  ['owner'],
  () => true,
);

/** A conversation was read, named or replied to on another screen. */
export const conversationChangedEvent = eventKind(
  'conversation-changed',
  z.object({ at: isoTime, userId: uuid, id: uuid }),
  ['owner'],
);

/** A message fitted an answer rule that tells a webhook; only that webhook is told. */
export const ruleMatchedEvent = eventKind(
  'rule-matched',
  receivedMessage.omit({ cost: true, unpaid: true }).extend({
    ...{ at: isoTime, userId: uuid, ruleId: uuid, webhookId: uuid },
    /** Null for a rule that takes any message. */
    keyword: z.string().nullable(),
  }),
  ['owner'],
  ({ webhookId }) => webhookId,
);
