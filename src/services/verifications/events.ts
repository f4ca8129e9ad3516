import { z } from 'zod';
import { VERIFICATION_STATES } from '../../../db/enums.ts';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';

/** A verification began, was sent again, or ended. */
export const verificationChangedEvent = eventKind(
  'verification-changed',
  z.object({
    at: isoTime,
    userId: uuid,
    id: uuid,
    to: z.string(),
    status: z.enum(VERIFICATION_STATES),
  }),
  ['owner'],
  () => true,
);
