import { type Placeholder, sql as template, type SQL } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../../platform/deps.ts';
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
  /** The parts of each number's text by each counting. */
  parts: readonly number[];
  shortParts: readonly number[];
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
   * The amount that counts against the spend limits for each number, in pounds, separated by commas: the cheapest
   * carrier's price where that is higher than ours, otherwise empty. Null where no number costs more than its price.
   */
  risks: string | null;
}

/**
 * Finds what selling below cost means for a message: the numbers for which we earn less than the cheapest carrier asks, for a part or for the whole
 * message by that carrier's counting, and those that no carrier may be given. For a reseller's customer we earn the
 * reseller's price. Where the list may be sold below cost, it says what each number risks instead.
 */
export async function findBelowCost(
  { sql, planned }: Pick<Deps, 'sql' | 'planned'>,
  message: MessageToCarry,
): Promise<BelowCost> {
  const { userId, now } = message;
  const [carriers, numbers] = [message.carriers.join(','), message.numbers.join(',')];
  const [parts, shortParts] = [message.parts.join(','), message.shortParts.join(',')];
  const asked = { userId, now, carriers, numbers, parts, shortParts };
  const [row] = await selectBelowCost(message.numbers.length > FEW ? sql : planned, asked);
  if (!row) throw new Error('a question without a source has one row');
  return row;
}

/** More numbers would hold up calls, which have the planned connections too. */
export const FEW = 50;

/** Lists are separated by commas. */
type Asked = Record<'userId' | 'now' | 'carriers' | 'numbers' | 'parts' | 'shortParts', string | Date>;

/** Its plan takes 10 ms, longer than the answer for a few numbers. */
const selectBelowCost = prepared<Asked, BelowCost>((p) => {
  const now = template`${p.now}::timestamptz`;
  const question = { service: 'sms', carriers: template`${p.carriers}::text`, now } as const;
  const terms = termsSql({ userId: template`${p.userId}::uuid`, service: 'sms', flat: FLAT_SMS, now });
  const listed = (values: Placeholder) => template`string_to_array(${values}::text, ',')`;
  return template`
    with costs as materialized (${costDecksSql(question)}),
    carriers as materialized (${carriersSql(question.carriers, now)}),
    known as materialized (
      select exists (select from costs) as costs, exists (select from carriers where destinations is not null) as limited
    ),
    terms as materialized (
      select d.*, k.limited,
        greatest(d.longest, (select max(longest_prefix) from costs),
          case when k.limited then ${template.raw(String(LONGEST_DESTINATION))} end) as digits,
        k.costs and not own.below_cost as above_cost, k.costs and own.below_cost as below_cost
      from known k, (${terms}) d
      cross join lateral (
        select coalesce((select o.below_cost from rate_decks o where o.id = d.own_deck), false) as below_cost
      ) own
    ),
    given as materialized (
      select left(substr(g.number, 2), d.digits) as number_prefix, ${networkSql(template`g.number`)} as network, g.parts, g.short_parts, g.place
      from terms d, unnest(${listed(p.numbers)}, ${listed(p.parts)}::integer[],
        ${listed(p.shortParts)}::integer[]) with ordinality as g (number, parts, short_parts, place)
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
      coalesce((select json_agg(g.place - 1 order by g.place) from given g join lost l on ${sameSql('l')}), '[]') as places,
      (select string_agg(coalesce(r.cost, ''), ',' order by g.place)
        from given g left join risked r on ${sameSql('r')} where exists (select from risked)) as risks`;
});

/** Tells whether a row of this alias is of the same numbers as `g`. */
const sameSql = (alias: string): SQL =>
  template.raw(`${alias}.number_prefix = g.number_prefix and ${alias}.network is not distinct from g.network
    and ${alias}.parts = g.parts and ${alias}.short_parts = g.short_parts`);
