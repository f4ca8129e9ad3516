import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime } from '../../platform/kit/schemas.ts';

/** An offer to everybody has changed: prices, how to top up, the banner. */
export const offersChangedEvent = eventKind(
  'offers-changed',
  z.object({ at: isoTime, what: z.enum(['prices', 'payments', 'banner']) }),
  ['everyone'],
);
