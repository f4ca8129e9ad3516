import { z } from 'zod';
import { RATED_SERVICES } from '../../../db/enums.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';

/** By which price list a service is sold. */
export const rateUse = z.object({
  service: z.enum(RATED_SERVICES),
  deckId: uuid,
  /** The deck that resellers pay by; null: the same deck. */
  resellerDeckId: uuid.nullable(),
  /** The resellers' percentage of it. */
  resellerPercent: z.number().int(),
  usedSince: isoTime,
});
export type RateUse = z.infer<typeof rateUse>;

/** An announced change of what a service is sold by, which makes something dearer for somebody. */
export const rateSwitch = z.object({
  service: z.enum(RATED_SERVICES),
  /** The same as in a use; null: the flat prices. */
  deckId: uuid.nullable(),
  resellerDeckId: uuid.nullable(),
  resellerPercent: z.number().int(),
  holdsFrom: isoTime,
});
export type RateSwitch = z.infer<typeof rateSwitch>;
