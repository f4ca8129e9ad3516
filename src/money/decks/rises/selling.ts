import { sql as template, type SQL } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import type { Config } from '../../config.ts';
import { FLAT_SMS, type FlatPrices, flatVoice, heldFlatSql } from '../../pricing/price-sql.ts';

/** By what a service is sold; without a deck by the flat prices. */
export interface Terms {
  deckId: string | null;
  /** Null: the same deck. */
  resellerDeckId: string | null;
  resellerPercent: number;
}

export const FLAT_TERMS: Terms = { deckId: null, resellerDeckId: null, resellerPercent: 100 };

/** By what a service is sold at a time. */
export interface Selling extends Terms {
  at: Date;
}

/** Two states of a service's prices, of which the second comes after the first. */
export interface Move {
  service: RatedService;
  before: Selling;
  after: Selling;
}

/** A time, as a value of a statement. */
export const timeSql = (time: Date): SQL => template`${time.toISOString()}::timestamptz`;

/** The flat prices at a time. @param voiceRateGbp the environment's price of a minute */
export const flatAt = (
  { voiceRateGbp }: Pick<Config, 'voiceRateGbp'>,
  service: RatedService,
  at: Date,
): FlatPrices =>
  heldFlatSql({
    service,
    flat: service === 'sms' ? FLAT_SMS : flatVoice(template`${voiceRateGbp}::numeric`),
    now: timeSql(at),
  });

/** Terms as a query with the columns of `rate_uses`; no row for flat prices. */
export const usesSql = (service: RatedService, { deckId, resellerDeckId, resellerPercent }: Terms): SQL =>
  template`(
    select ${service}::text as service, ${deckId}::uuid as deck_id, ${resellerDeckId}::uuid as reseller_deck_id,
      ${resellerPercent}::integer as reseller_percent
    where ${deckId}::uuid is not null)`;
