import { z } from 'zod';
import { COIN_IDS, RATE_SOURCES } from '../../../db/enums.ts';

/** One source's price: pounds for one coin; `fixed` is the operator's own rate. */
export const priceSource = z.object({ source: z.enum([...RATE_SOURCES, 'fixed']), price: z.string().nullable() });

/** The amount that was asked for in a coin, its rate, and the source of the rate. */
export const quotedRate = z.object({
  cryptocurrency: z.enum(COIN_IDS),
  /** In the coin, a decimal string. */
  cryptoAmount: z.string(),
  /** Coin per pound, a decimal string. */
  rate: z.string(),
  sources: z.array(priceSource),
});
export type QuotedRate = z.infer<typeof quotedRate>;
