import type { z } from 'zod';
import type { RATE_IDS, RATE_SOURCES } from '../../../db/enums.ts';

export type RateId = (typeof RATE_IDS)[number];
export type SourceName = (typeof RATE_SOURCES)[number];

/** Sends a request to an exchange, by a path with its query. @throws {ChainFault} */
export type AskExchange = <Answer>(path: string, answer: z.ZodType<Answer>) => Promise<Answer>;

/** An exchange's public ticker. */
export interface Exchange {
  /** Its address, unless the operator sets another one. */
  address: string;
  /**
   * Pounds for one coin, a decimal string.
   * @param now to judge the age of a price that has a time
   * @throws {ChainFault} if the exchange gives no price
   */
  priceOf(ask: AskExchange, coin: RateId, now: Date): Promise<string>;
}
