import { z } from 'zod';
import { SENDER_STATES } from '../../../db/enums.ts';
import { eventKind } from '../../platform/events/kind.ts';
import { uuid } from '../../platform/kit/schemas.ts';

/** A sender name was registered, decided or removed, or a number was confirmed or removed. */
export const sendersChangedEvent = eventKind('senders-changed', ['owner', 'admins', 'support', 'webhooks'], {
  userId: uuid,
  /** The name or the number. */
  sender: z.string(),
  /** A name has it; null where it is a number, or is gone. */
  status: z.enum(SENDER_STATES).nullable(),
  reason: z.string().nullable(),
});
