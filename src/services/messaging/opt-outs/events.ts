import { z } from 'zod';
import { eventKind } from '../../../platform/events/kind.ts';
import { uuid } from '../../../platform/kit/schemas.ts';

/** The list of those who want no messages from an account has changed. */
export const optOutsChangedEvent = eventKind(
  'opt-outs-changed',
  ['owner'],
  {
    userId: uuid,
    /** The number; null if there are several. */
    number: z.string().nullable(),
    /** It wants no messages now. */
    optedOut: z.boolean(),
  },
  ({ number }) => number !== null,
);
