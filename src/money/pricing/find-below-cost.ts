import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { carrierCostByNetworkSql, costDecksSql, networkSql } from './carrier-costs.ts';
import { carriersSql, LONGEST_DESTINATION, mayCarrySql } from './carrier-destinations.ts';
import { dealSql, FLAT_SMS, priceSql, wholePenceSql } from './price-sql.ts';

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
  /** Whether any carrier's costs are known: if not, no number is below cost. */
  known: boolean;
  /** Whether any carrier is limited to some destinations. */
  limited: boolean;
  /** Indexes in the list of numbers, ascending. */
  places: readonly number[];
}

/**
 * Finds the numbers of a message for which we earn less than the cheapest carrier asks, for a part or for the whole
 * message by that carrier's counting, and those that no carrier may be given. For a reseller's customer we earn the
 * reseller's price.
 */
export async function findBelowCost(db: Queryable, message: MessageToCarry): Promise<BelowCost> {
  const now = template`${message.now.toISOString()}::timestamptz`;
  const question = { service: 'sms', carriers: template`${message.carriers.join(',')}::text`, now } as const;
  const deal = dealSql({ userId: template`${message.userId}::uuid`, service: 'sms', flat: FLAT_SMS, now });
  const each = (parts: number | string) =>
    typeof parts === 'number'
      ? template`array_fill(${parts}::integer, array[${message.numbers.length}::integer])`
      : template`string_to_array(${parts}::text, ',')::integer[]`;
  const [row] = await db.execute<{ known: boolean; limited: boolean; places: number[] | null }>(template`
    with costs as materialized (${costDecksSql(question)}),
    carriers as materialized (${carriersSql(question.carriers, now)}),
    known as materialized (
      select exists (select from costs) as costs, exists (select from carriers where destinations is not null) as limited
    ),
    deal as materialized (
      select d.*, k.limited,
        greatest(d.longest, (select max(longest_prefix) from costs),
          case when k.limited then ${LONGEST_DESTINATION}::integer end) as digits,
        k.costs and not coalesce((select below_cost from rate_decks where id = d.own_deck), false) as above_cost
      from (${deal}) d, known k
    ),
    given as materialized (
      select left(substr(g.number, 2), d.digits) as head, ${networkSql(template`g.number`)} as network, g.parts, g.short_parts, g.place
      from deal d, unnest(string_to_array(${message.numbers.join(',')}::text, ','), ${each(message.parts)},
        ${each(message.shortParts)}) with ordinality as g (number, parts, short_parts, place)
      where d.above_cost or d.limited
    ),
    lost as materialized (
      select h.head, h.network, h.parts, h.short_parts
      from deal d, (select distinct head, network, parts, short_parts from given) h
      cross join lateral (${priceSql(template`d`, template`h.head`, now)}) p
      where p.sold and (
        d.limited and not exists (
          select from carriers c where ${mayCarrySql(template`c.destinations`, template`h.head`)})
        or d.above_cost and not exists (
          select from costs c cross join lateral (
            ${carrierCostByNetworkSql(template`c`, template`h.head`, template`h.network`, now)}) asked
          where asked.rate <= p.own_rate
            and asked.rate * case asked.counting when '160/153' then h.short_parts else h.parts end
              <= ${wholePenceSql(template`p.own_rate * case d.counting when '160/153' then h.short_parts else h.parts end`)}))
    )
    select (select costs from known) as known, (select limited from known) as limited,
      (select json_agg(g.place - 1 order by g.place) from given g join lost l
          on l.head = g.head and l.network is not distinct from g.network and l.parts = g.parts
            and l.short_parts = g.short_parts) as places`);
  return { known: row?.known ?? false, limited: row?.limited ?? false, places: row?.places ?? [] };
}
