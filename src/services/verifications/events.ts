import { z } from 'zod';
import { VERIFICATION_STATES } from '../../../db/enums.ts';
import { eventKind } from '../../platform/events/kind.ts';
import { uuid } from '../../platform/kit/schemas.ts';

/** A verification began, was sent again, or ended. */
export const verificationChangedEvent = eventKind('verification-changed', ['owner', 'webhooks'], {
  userId: uuid,
  id: uuid,
  to: z.string(),
  status: z.enum(VERIFICATION_STATES),
});
