import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { uuid } from '../../platform/kit/schemas.ts';

/** Contacts of an account have changed; an import is one event, and so is the new name of a list. */
export const contactsChangedEvent = eventKind('contacts-changed', ['owner', 'webhooks'], {
  userId: uuid,
  change: z.enum(['created', 'changed', 'opted-in', 'opted-out', 'deleted', 'imported', 'list-renamed']),
  /** Which contact; null where it is about several. */
  id: uuid.nullable(),
  number: z.string().nullable(),
  count: z.number().int(),
});
