import { z } from 'zod';
import { eventKind } from '../../../platform/events/kind.ts';
import { isoTime, uuid } from '../../../platform/kit/schemas.ts';

/** The registrations of a package have changed. A renewal by the same telephone system is no change. */
export const trunkRegistrationsEvent = eventKind(
  'trunk-registrations',
  z.object({ at: isoTime, userId: uuid, packageId: uuid }),
  ['owner'],
  () => true,
);
