import { sql as template, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { carrierCostByNetworkSql, costDecksSql, networkSql } from './carrier-costs.ts';
import { carriersSql, LONGEST_DESTINATION, mayCarrySql } from './carrier-destinations.ts';
import { termsSql, FLAT_SMS, priceSql, wholePenceSql } from './price-sql.ts';

/** A message to price, and the carriers that could send it. */
export interface MessageToCarry {
  userId: string;
  now: Date;
  /** The configured carriers. */
  carriers: readonly string[];
  /** E.164, without repeats. */
  numbers: readonly string[];
  /** The parts of the text by each counting, or of each number's own text, separated by commas. */
  parts: number | string;
  shortParts: number | string;
}

/** The numbers that are not sold because we would lose money, or because no carrier may be given them. */
export interface BelowCost {
  /** Any carrier's costs are known: if not, no number is below cost. */
  known: boolean;
  /** Any carrier is limited to some destinations. */
  limited: boolean;
  /** Indexes in the list of numbers, ascending. */
  places: readonly number[];
  /**
   * The amount that counts against the spend limits for each number, in pounds, separated by commas: the
   * cheapest carrier's price where that is higher than ours, otherwise empty. Null where no number costs more
   * than its price.
   */
  risks: string | null;
}

/**
 * Finds what selling below cost means for a message: the numbers for which we earn less than the cheapest carrier asks, for a part or for the whole
 * message by that carrier's counting, and those that no carrier may be given. For a reseller's customer we earn the
 * reseller's price. Where the list may be sold below cost, it says what each number risks instead.
 */
export async function findBelowCost(db: Queryable, message: MessageToCarry): Promise<BelowCost> {
  const now = template`${message.now.toISOString()}::timestamptz`;
  const question = { service: 'sms', carriers: template`${message.carriers.join(',')}::text`, now } as const;
  const terms = termsSql({ userId: template`${message.userId}::uuid`, service: 'sms', flat: FLAT_SMS, now });
  const each = (parts: number | string) =>
    typeof parts === 'number'
      ? template`array_fill(${parts}::integer, array[${message.numbers.length}::integer])`
      : template`string_to_array(${parts}::text, ',')::integer[]`;
  const [row] = await db.execute<Found>(template`
    with costs as materialized (${costDecksSql(question)}),
    carriers as materialized (${carriersSql(question.carriers, now)}),
    known as materialized (
      select exists (select from costs) as costs, exists (select from carriers where destinations is not null) as limited
    ),
    terms as materialized (
      select d.*, k.limited,
        greatest(d.longest, (select max(longest_prefix) from costs),
          case when k.limited then ${LONGEST_DESTINATION}::integer end) as digits,
        k.costs and not own.below_cost as above_cost, k.costs and own.below_cost as below_cost
      from known k, (${terms}) d
      cross join lateral (
        select coalesce((select o.below_cost from rate_decks o where o.id = d.own_deck), false) as below_cost
      ) own
    ),
    given as materialized (
      select left(substr(g.number, 2), d.digits) as number_prefix, ${networkSql(template`g.number`)} as network, g.parts, g.short_parts, g.place
      from terms d, unnest(string_to_array(${message.numbers.join(',')}::text, ','), ${each(message.parts)},
        ${each(message.shortParts)}) with ordinality as g (number, parts, short_parts, place)
      where d.above_cost or d.below_cost or d.limited
    ),
    lost as materialized (
      select h.number_prefix, h.network, h.parts, h.short_parts
      from terms d, (select distinct number_prefix, network, parts, short_parts from given) h
      cross join lateral (${priceSql(template`d`, template`h.number_prefix`, now)}) p
      where p.sold and (
        d.limited and not exists (
          select from carriers c where ${mayCarrySql(template`c.destinations`, template`h.number_prefix`)})
        or d.above_cost and not exists (
          select from costs c cross join lateral (
            ${carrierCostByNetworkSql(template`c`, template`h.number_prefix`, template`h.network`, now)}) asked
          where asked.rate <= p.own_rate
            and asked.rate * case asked.counting when '160/153' then h.short_parts else h.parts end
              <= ${wholePenceSql(template`p.own_rate * case d.counting when '160/153' then h.short_parts else h.parts end`)}))
    ),
    risked as materialized (
      select h.number_prefix, h.network, h.parts, h.short_parts, ${wholePenceSql(template`least.cost`)}::text as cost
      from terms d, (select distinct number_prefix, network, parts, short_parts from given) h
      cross join lateral (${priceSql(template`d`, template`h.number_prefix`, now)}) p
      cross join lateral (
        select min(asked.rate * case asked.counting when '160/153' then h.short_parts else h.parts end) as cost
        from costs c cross join lateral (
          ${carrierCostByNetworkSql(template`c`, template`h.number_prefix`, template`h.network`, now)}) asked
      ) least
      where d.below_cost and p.sold and least.cost > p.rate * case d.counting when '160/153' then h.short_parts else h.parts end
    )
    select (select costs from known) as known, (select limited from known) as limited,
      (select json_agg(g.place - 1 order by g.place) from given g join lost l on ${sameSql('l')}) as places,
      (select string_agg(coalesce(r.cost, ''), ',' order by g.place)
        from given g left join risked r on ${sameSql('r')} where exists (select from risked)) as risks`);
  return {
    known: row?.known ?? false,
    limited: row?.limited ?? false,
    places: row?.places ?? [],
    risks: row?.risks ?? null,
  };
}

interface Found extends Record<string, unknown> {
  known: boolean;
  limited: boolean;
  places: number[] | null;
  risks: string | null;
}

/** Tells whether a row of this alias is of the same numbers as `g`. */
const sameSql = (alias: string): SQL =>
  template.raw(`${alias}.number_prefix = g.number_prefix and ${alias}.network is not distinct from g.network
    and ${alias}.parts = g.parts and ${alias}.short_parts = g.short_parts`);
