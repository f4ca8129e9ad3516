import { sql as template, type SQL } from 'drizzle-orm';
import type { PartCounting, RatedService } from '../../../db/enums.ts';
import { type Money, parseMoney, times } from '../../platform/kit/money.ts';
import { type CallTerms, paidSeconds } from './call-cost.ts';
import { destinationsSql, mayCarrySql } from './carrier-destinations.ts';
import { networkRowSql, rateRowSql } from './rate-row-sql.ts';

/*
 * The carriers' prices, from their price lists. As soon as one configured carrier has a list with prices for a
 * service, only carriers with a price for a number carry it. Then nothing is sold for less than the cheapest of them
 * asks, unless the list that we sell by allows it. Without such a list no costs are known, and these rules do not
 * apply.
 */

/** The carriers whose costs count. */
export interface CostQuestion {
  service: RatedService;
  /** The configured carriers, separated by commas: a text of the statement. */
  carriers: SQL;
  now: SQL;
}

/** The lists of costs that hold now: `id`, `carrier`, `counting`, `longest_prefix`, `destinations`. */
export const costDecksSql = ({ service, carriers, now }: CostQuestion): SQL => template`
  select c.id, c.carrier, c.counting, c.longest_prefix, ${destinationsSql(template`c.carrier`, now)} as destinations
  from rate_decks c
  where c.kind = 'cost' and c.service = ${template.raw(`'${service}'`)} and c.carrier = any(string_to_array(${carriers}, ','))
    and exists (
      select from rate_rows r
      where r.deck_id = c.id and r.valid_from <= ${now} and (r.valid_until is null or r.valid_until > ${now}))`;

/** The network that a number is in, as a carrier said; null where nothing is known. @param number E.164 */
export const networkSql = (number: SQL): SQL =>
  template`(select f.network from number_facts f where f.number = ${number})`;

/**
 * The carriers' prices for a number, one row for each carrier that sells it and may be given it: `carrier`, `counting`, and the row of its
 * list.
 * @param decks the alias of a list of `costDecksSql`
 */
export const carrierCostSql = (decks: SQL, digits: SQL, now: SQL): SQL => template`
  select ${decks}.carrier, ${decks}.counting, asked.rate, asked.fee, asked.first_interval, asked.next_interval, asked.prefix
  from (${rateRowSql(template`${decks}.id`, digits, now)}) asked
  where not asked.blocked and ${mayCarrySql(template`${decks}.destinations`, digits)}`;

/** One carrier's price for a number. */
export interface CarrierCost {
  carrier: string;
  counting: PartCounting;
  terms: CallTerms;
  /** The prefix in its list. */
  prefix: string;
}

/** The same in the form of PostgreSQL's `json_agg`. */
export interface CostRow {
  carrier: string;
  counting: PartCounting;
  rate: string;
  fee: string;
  first_interval: number;
  next_interval: number;
  prefix: string;
}

/**
 * The same where the network of a number may be known: a list that has prices for that network says its price by it, the
 * others say it by the number's first digits.
 * @param network as of `networkSql`
 */
export const carrierCostByNetworkSql = (decks: SQL, digits: SQL, network: SQL, now: SQL): SQL => template`
  select ${decks}.carrier, ${decks}.counting, asked.rate, asked.fee, asked.first_interval, asked.next_interval, asked.prefix
  from (
    select by_network.* from (${networkRowSql(template`${decks}.id`, network, digits, now)}) by_network
    union all
    select by_digits.* from (${rateRowSql(template`${decks}.id`, digits, now)}) by_digits
    where not exists (
      select from rate_rows held where held.deck_id = ${decks}.id and held.network = ${network}
        and held.valid_from <= ${now} and (held.valid_until is null or held.valid_until > ${now}))
  ) asked
  where not asked.blocked and ${mayCarrySql(template`${decks}.destinations`, digits)}`;

/** A row of `carrierCostSql` as JSON; prices are text, so that none becomes a floating point number. */
export const costJsonSql = (row: SQL): SQL => template`json_build_object('carrier', ${row}.carrier,
  'counting', ${row}.counting, 'rate', ${row}.rate::text, 'fee', ${row}.fee::text, 'prefix', ${row}.prefix,
  'first_interval', ${row}.first_interval, 'next_interval', ${row}.next_interval)`;

export const readCost = ({ carrier, counting, prefix, ...row }: CostRow): CarrierCost => ({
  ...{ carrier, counting, prefix },
  terms: {
    rate: parseMoney(row.rate),
    fee: parseMoney(row.fee),
    firstInterval: row.first_interval,
    nextInterval: row.next_interval,
  },
});

/**
 * Tells whether a call's price covers a carrier's price: for a minute, and for the first minute with the
 * connection fee. Both are compared exactly, before any rounding.
 */
export function coversCall(price: CallTerms, cost: CallTerms): boolean {
  return cost.rate <= price.rate && firstMinute(cost) <= firstMinute(price);
}

/** In sixtieths of 1/10,000 pound. */
const firstMinute = (terms: CallTerms): bigint => terms.fee * 60n + terms.rate * BigInt(paidSeconds(terms, 60));

/** A carrier's price for a message. @param parts by the carrier's own counting */
export const messageCost = ({ terms }: Pick<CarrierCost, 'terms'>, parts: number): Money => times(terms.rate, parts);
