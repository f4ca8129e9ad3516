import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';

/** A spend limit refused something, the first time that day. */
export const limitReachedEvent = eventKind(
  'limit-reached',
  z.object({ at: isoTime, userId: uuid, words: z.string(), resetsAt: isoTime }),
  ['owner', 'admins'],
);
