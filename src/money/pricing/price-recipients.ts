import { sql as template, type Placeholder, type SQL } from 'drizzle-orm';
import { dealSql, FLAT_SMS, flatDealSql, priceSql, wholePenceSql } from './price-sql.ts';

/**
 * What a message to one number costs whoever buys of us directly while no price list is in use: the lines of
 * `pricedSql` in short, and no line at all where it is not so.
 */
export function flatPricedSql(p: Given): SQL {
  const now = template`${p.now}::timestamptz`;
  const deal = flatDealSql({ userId: template`${p.owner}::uuid`, service: 'sms', flat: FLAT_SMS, now });
  return template`
    priced as materialized (
      select ${p.recipientIds}::uuid as id, ${p.numbers}::text as number, 1::bigint as place,
        ${p.parts}::integer as parts, ${wholePenceSql(template`d.flat * ${p.parts}::integer`)} as cost,
        null::numeric as margin
      from (${deal}) d where exists (select from allowed)
    ),
    bill as (select true as sold, cost as price, parts from priced)`;
}

/** Between texts, in which no control character stands but those of lines. */
export const TEXT_SEPARATOR = '\u001F';

/** The recipients of a message; lists are separated by commas: 100,000 of them as one text cost less than as an array. */
export interface SmsPricingParameters {
  recipientIds: string;
  numbers: string;
  /** Of a message to many numbers: the calling code of each. */
  codeOfEach: string | null;
  /** Parts of the text by either counting, where all get the same. */
  parts: number;
  shortParts: number;
  /** Of a message whose recipients each have their own text, else null: the texts, and the parts of each. */
  texts: string | null;
  partsOfEach: string | null;
  shortPartsOfEach: string | null;
}

/** What of a message needs more of the statement. */
export interface SmsPricing {
  /** To more than one number, which may cost different prices and count against several limits. */
  manyNumbers: boolean;
  /** Each recipient has its own text; goes with `manyNumbers`, for one number too. */
  personal: boolean;
  /** With the name and the price of each destination, for a reader. */
  named?: boolean;
}

type Given = { [Name in keyof SmsPricingParameters | 'owner' | 'now']: Placeholder | SQL };

/**
 * What the recipients of a message cost, as CTEs: `priced (id, number, place, parts, sold, cost, margin, text?)`, a
 * whole number of pence each, `margin` what of it is a reseller's and null where we sell it ourselves; and `bill
 * (sold, price, parts, margin, reseller_id)`, all of them. Of a message to many numbers also `by_code (code, cost)`.
 * Numbers that are equal in all digits that a price depends on are looked up once.
 */
export function pricedSql(p: Given, pricing: SmsPricing): SQL {
  const { manyNumbers } = pricing;
  const now = template`${p.now}::timestamptz`;
  const deal = dealSql({ userId: template`${p.owner}::uuid`, service: 'sms', flat: FLAT_SMS, now });
  return template`
    deal as materialized (${deal}),
    given as materialized (${givenSql(p, pricing)}),
    ${manyNumbers ? headsSql(now) : template``}
    priced as materialized (
      select g.*, c.sold, c.cost, case when d.reseller_id is not null then c.cost - c.own_cost end as margin${pricing.named ? template`, h.name, h.rate` : template``}
      from deal d, given g ${manyNumbers ? template`, heads h` : template`, lateral (${priceSql(template`d`, digits(template`g`), now)}) h`},
        lateral (select h.sold, ${wholePenceSql(template`h.rate * g.parts`)} as cost,
          ${wholePenceSql(template`h.own_rate * g.parts`)} as own_cost) c
      ${manyNumbers ? template`where h.head = left(${digits(template`g`)}, d.longest)` : template``}
    ),
    bill as materialized (
      select bool_and(sold) as sold, sum(cost) as price, max(parts) as parts, sum(margin) as margin,
        (select reseller_id from deal) as reseller_id
      from priced
    )
    ${manyNumbers ? template`, by_code as materialized (select code, sum(cost) as cost from priced group by code)` : template``}`;
}

const digits = (row: SQL): SQL => template`substr(${row}.number, 2)`;

/** Each beginning that numbers have, and what it costs. */
const headsSql = (now: SQL): SQL => template`
    heads as materialized (
      select b.head, p.*
      from deal d
      cross join lateral (select distinct left(${digits(template`g`)}, d.longest) as head from given g) b
      cross join lateral (${priceSql(template`d`, template`b.head`, now)}) p
    ),`;

/** The recipients as they were given, with their parts as the payer's prices count them. */
function givenSql(p: Given, { manyNumbers, personal }: SmsPricing): SQL {
  const parts = (long: SQL, short: SQL) =>
    template`case deal.counting when '160/153' then ${short}::integer else ${long}::integer end as parts`;
  if (!manyNumbers) {
    // Not by `unnest`: it would be planned as a hundred rows, and the whole statement anew for each message.
    return template`
      select nullif(${p.recipientIds}::text, '')::uuid as id, ${p.numbers}::text as number, 1::bigint as place,
        ${parts(template`${p.parts}`, template`${p.shortParts}`)}
      from deal where exists (select from allowed)`;
  }
  const codes = template`, string_to_array(${p.codeOfEach}::text, ',')`;
  if (!personal) {
    return template`
      select nullif(g.id, '')::uuid as id, g.number, g.place, ${parts(template`${p.parts}`, template`${p.shortParts}`)}, g.code
      from deal, unnest(string_to_array(${p.recipientIds}::text, ','), string_to_array(${p.numbers}::text, ',')${codes})
        with ordinality as g (id, number, code, place)
      where exists (select from allowed)`;
  }
  return template`
      select g.id::uuid, g.number, g.place, ${parts(template`g.parts`, template`g.short_parts`)}, g.text, g.code
      from deal, unnest(string_to_array(${p.recipientIds}::text, ','), string_to_array(${p.numbers}::text, ','),
          string_to_array(${p.partsOfEach}::text, ','), string_to_array(${p.shortPartsOfEach}::text, ','),
          string_to_array(${p.texts}::text, ${separator})${codes})
        with ordinality as g (id, number, parts, short_parts, text, code, place)
      where exists (select from allowed)`;
}

const separator = template.raw(`chr(${TEXT_SEPARATOR.charCodeAt(0)})`);
