import { sql as template, type SQL } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import type { Config } from '../../config.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { FLAT_SMS, type FlatPrices, flatVoice, heldFlatSql, LISTED } from '../../pricing/price-sql.ts';

/** By what a service is sold; without a deck by the flat prices. */
export interface Terms {
  deckId: string | null;
  /** Null: the same deck. */
  resellerDeckId: string | null;
  resellerPercent: number;
}

export const FLAT_TERMS: Terms = { deckId: null, resellerDeckId: null, resellerPercent: 100 };

/** The settings of resellers, where they differ from the stored ones. */
export interface Lists {
  /** Rows like those of `price_lists`, for the columns of one service. */
  rows: SQL;
  /** The decks that they name. */
  deckIds: readonly string[];
}

/** By what a service is sold at a time. */
export interface Selling extends Terms {
  at: Date;
  lists?: Lists;
  /** Prices of single accounts, where they differ from the stored ones: rows like those of `account_prices`. */
  apart?: SQL;
}

/** Two states of a service's prices, of which the second comes after the first. */
export interface Move {
  service: RatedService;
  before: Selling;
  after: Selling;
  /** The accounts that it concerns; by default all. */
  payerIds?: readonly string[];
}

/** A time, as a value of a statement. */
export const timeSql = (time: Date): SQL => template`${time.toISOString()}::timestamptz`;

/** The flat prices at a time. @param voiceRateGbp the environment's price of a minute */
export const flatAt = ({ voiceRateGbp }: Pick<Config, 'voiceRateGbp'>, service: RatedService, at: Date): FlatPrices =>
  heldFlatSql({
    service,
    flat: service === 'sms' ? FLAT_SMS : flatVoice(template`${voiceRateGbp}::numeric`),
    now: timeSql(at),
  });

/** The decks by which customers of resellers, or single accounts, pay for a service, or are going to. */
export async function readListedDecks({ db }: Transaction, service: RatedService): Promise<string[]> {
  const { deck } = LISTED[service];
  const rows = await db.execute<{ id: string }>(template`
    select ${deck} as id from price_lists where ${deck} is not null
    union select deck_id from account_prices where subject = ${service} and deck_id is not null
    union select deck_id from price_raises where subject = ${service} and deck_id is not null`);
  return rows.map(({ id }) => id);
}

/** Accounts, as a condition on the column of their id. */
export const amongSql = (column: SQL, ids: readonly string[] | undefined): SQL =>
  ids === undefined ? template`true` : template`${column} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`;

/** Terms as a query with the columns of `rate_uses`; no row for flat prices. */
export const usesSql = (service: RatedService, { deckId, resellerDeckId, resellerPercent }: Terms): SQL =>
  template`(
    select ${service}::text as service, ${deckId}::uuid as deck_id, ${resellerDeckId}::uuid as reseller_deck_id,
      ${resellerPercent}::integer as reseller_percent
    where ${deckId}::uuid is not null)`;
