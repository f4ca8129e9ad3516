import { eventKind } from '../../../platform/events/kind.ts';
import { uuid } from '../../../platform/kit/schemas.ts';

/** The registrations of a package have changed. A renewal by the same telephone system is no change. */
export const trunkRegistrationsEvent = eventKind('trunk-registrations', ['owner', 'webhooks'], {
  userId: uuid,
  packageId: uuid,
});
