import { z } from 'zod';
import { money4 } from '../../platform/kit/schemas.ts';

const quotedTerms = z.object({
  /** Null if it depends on the destination and none was given. */
  ratePerMinute: money4.nullable(),
  /** Charged once for a call that credit pays for. */
  connectionFee: money4.nullable(),
  /** Seconds. The first interval, and each one after it, is charged in full once it has begun. */
  firstInterval: z.number().int().nullable(),
  nextInterval: z.number().int().nullable(),
  /** The destination's name in the price list. */
  destinationName: z.string().nullable(),
});

/** The price of a call, and the minutes of SIP trunk packages that are used first. */
export const callQuote = quotedTerms.extend({
  packageMinutes: z.number().int(),
  /** The price of the leg to the number that it is forwarded to, which is charged as a call of its own; else null. */
  leg: quotedTerms.nullable(),
  /** The longest call that the wanted duration, the balance and the spend limits allow, at most 60. */
  maxMinutes: z.number().int(),
  /** The credit that is set aside for it, until the call has ended. */
  reserved: money4,
});
