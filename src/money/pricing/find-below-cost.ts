import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { carrierCostSql, costDecksSql } from './carrier-costs.ts';
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

/** The numbers that are not sold because we would lose money. */
export interface BelowCost {
  /** Whether any carrier's costs are known: if not, no number is below cost. */
  known: boolean;
  /** Indexes in the list of numbers, ascending. */
  places: readonly number[];
}

/**
 * Finds the numbers of a message for which we earn less than the cheapest carrier asks, for a part or for the whole
 * message by that carrier's counting. For a reseller's customer we earn the reseller's price.
 */
export async function findBelowCost(db: Queryable, message: MessageToCarry): Promise<BelowCost> {
  const now = template`${message.now.toISOString()}::timestamptz`;
  const question = { service: 'sms', carriers: template`${message.carriers.join(',')}::text`, now } as const;
  const deal = dealSql({ userId: template`${message.userId}::uuid`, service: 'sms', flat: FLAT_SMS, now });
  const each = (parts: number | string) =>
    typeof parts === 'number'
      ? template`array_fill(${parts}::integer, array[${message.numbers.length}::integer])`
      : template`string_to_array(${parts}::text, ',')::integer[]`;
  const [row] = await db.execute<{ known: boolean; places: number[] | null }>(template`
    with costs as materialized (${costDecksSql(question)}),
    deal as materialized (
      select d.*, greatest(d.longest, (select max(longest_prefix) from costs)) as digits,
        coalesce((select below_cost from rate_decks where id = d.own_deck), false) as below_cost
      from (${deal}) d
    ),
    given as materialized (
      select left(substr(g.number, 2), d.digits) as head, g.parts, g.short_parts, g.place
      from deal d, unnest(string_to_array(${message.numbers.join(',')}::text, ','), ${each(message.parts)},
        ${each(message.shortParts)}) with ordinality as g (number, parts, short_parts, place)
      where exists (select from costs) and not d.below_cost
    ),
    lost as materialized (
      select h.head, h.parts, h.short_parts
      from deal d, (select distinct head, parts, short_parts from given) h
      cross join lateral (${priceSql(template`d`, template`h.head`, now)}) p
      where p.sold and not exists (
        select from costs c cross join lateral (${carrierCostSql(template`c`, template`h.head`, now)}) asked
        where asked.rate <= p.own_rate
          and asked.rate * case asked.counting when '160/153' then h.short_parts else h.parts end
            <= ${wholePenceSql(template`p.own_rate * case d.counting when '160/153' then h.short_parts else h.parts end`)})
    )
    select exists (select from costs) as known,
      (select json_agg(g.place - 1 order by g.place) from given g join lost l using (head, parts, short_parts)) as places`);
  return { known: row?.known ?? false, places: row?.places ?? [] };
}
