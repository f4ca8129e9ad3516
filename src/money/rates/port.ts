import type { z } from 'zod';
import type { RATE_IDS, RATE_SOURCES } from '../../../db/enums.ts';

export type RateId = (typeof RATE_IDS)[number];
export type SourceName = (typeof RATE_SOURCES)[number];

/** Asks an exchange, by a path with its query. @throws {ChainFault} */
export type AskExchange = <Answer>(path: string, answer: z.ZodType<Answer>) => Promise<Answer>;

/** An exchange's public ticker. */
export interface Exchange {
  /** Where it is asked, unless the operator says otherwise. */
  address: string;
  /**
   * Pounds for one coin, a decimal string.
   * @param now for what tells its own age
   * @throws {ChainFault} where it does not say so
   */
  priceOf(ask: AskExchange, coin: RateId, now: Date): Promise<string>;
}
