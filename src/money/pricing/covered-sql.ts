import { sql as template, type SQL } from 'drizzle-orm';
import type { RatedService } from '../../../db/enums.ts';
import { carrierCostSql, type CostQuestion, costDecksSql } from './carrier-costs.ts';

/** The seconds of a minute that a row with intervals charges. */
const paidSql = (row: SQL): SQL => template`(${row}.first_interval
  + ceil(greatest(0, 60 - ${row}.first_interval)::numeric / ${row}.next_interval) * ${row}.next_interval)`;

/**
 * The condition that our earnings from a price cover a carrier's price: for a part of a message; for a minute, and for
 * the first minute with its fee. `coversCall` and the refusals of messages say the same of one call or message.
 * @param price a row of `priceSql`
 * @param asked a row of a carrier's list
 */
export const coversSql = (service: RatedService, price: SQL, asked: SQL): SQL =>
  service === 'sms'
    ? template`${asked}.rate <= ${price}.own_rate`
    : template`(${asked}.rate <= ${price}.own_rate
        and ${asked}.fee * 60 + ${asked}.rate * ${paidSql(asked)} <= ${price}.own_fee * 60 + ${price}.own_rate * ${paidSql(price)})`;

/**
 * The condition that some carrier carries a number for its price, as sends and calls decide it: always true
 * where no carrier's costs are known, or the list may be sold below cost. Null digits stand for all numbers,
 * of which nothing is said.
 * @param terms a row of `termsSql`, and the row of `priceSql` by it
 */
export const carriedSql = (
  question: CostQuestion,
  { terms, price, digits }: Record<'terms' | 'price' | 'digits', SQL>,
): SQL => template`(${digits} is null
  or exists (select from rate_decks own where own.id = ${terms}.own_deck and own.below_cost)
  or not exists (${costDecksSql(question)})
  or exists (
    select from (${costDecksSql(question)}) c
    cross join lateral (${carrierCostSql(template`c`, digits, question.now)}) asked
    where ${coversSql(question.service, price, template`asked`)}))`;
