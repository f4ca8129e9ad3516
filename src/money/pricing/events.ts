import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';

/** An offer to everybody has changed: prices, how to top up, the banner. */
export const offersChangedEvent = eventKind('offers-changed', ['everyone'], {
  what: z.enum(['prices', 'payments', 'banner']),
});
