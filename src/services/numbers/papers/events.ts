import { z } from 'zod';
import { PAPERS_STEPS } from '../../../../db/enums.ts';
import { eventKind } from '../../../platform/events/kind.ts';
import { uuid } from '../../../platform/kit/schemas.ts';

/** Papers for numbers of a country were handed in, or their state changed. */
export const papersChangedEvent = eventKind(
  'papers-changed',
  ['owner', 'admins', 'support'],
  {
    userId: uuid,
    papersId: uuid,
    country: z.string(),
    countryCode: z.string(),
    status: z.enum(PAPERS_STEPS),
    /** Why they were rejected. */
    reason: z.string().nullable(),
  },
  ({ status }) => status === 'approved' || status === 'rejected',
);
