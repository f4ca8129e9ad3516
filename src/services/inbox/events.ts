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
