import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, money2, namedSentence, uuid } from '../../platform/kit/schemas.ts';

/** A spend limit refused something for the first time that day. */
export const limitReachedEvent = eventKind('limit-reached', ['owner', 'admins', 'support', 'webhooks'], {
  userId: uuid,
  words: z.string(),
  sentence: namedSentence.optional(),
  resetsAt: isoTime,
});

/** An account's costs on numbers that begin so rose suddenly, and messages and calls to them are stopped. */
export const destinationStoppedEvent = eventKind('destination-stopped', ['owner', 'admins', 'support', 'webhooks'], {
  userId: uuid,
  code: z.string(),
  spent: money2,
  usual: money2,
});

/** An account's spend limits were set, or lifted by an administrator. */
export const limitsChangedEvent = eventKind('limits-changed', ['owner', 'admins', 'support'], {
  userId: uuid,
  liftedUntil: isoTime.nullable(),
});
