import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';

/** An account's spend limits were set, or lifted by an administrator. */
export const limitsChangedEvent = eventKind('limits-changed', ['owner', 'admins', 'support'], {
  userId: uuid,
  liftedUntil: isoTime.nullable(),
});
