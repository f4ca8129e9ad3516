import { sql as template, type Placeholder, type SQL } from 'drizzle-orm';
import { directPriceSql, FLAT_MMS, FLAT_SMS, priceSql, termsSql, wholePenceSql } from './price-sql.ts';

/**
 * How a message is priced: to one number in a few lines, for customers who buy of us directly; to one number for
 * everybody; or to many, which need a table of prices.
 */
export type SmsForm = 'short' | LongForm;
export type LongForm = 'one' | 'many';

/**
 * The price of a message to one number: the short form of `pricedSql`. It returns no row where that is needed: for a
 * reseller's customer, for a number that the price list does not have, for resellers who pay by another list, for accounts
 * with prices of their own, and for a text whose parts depend on how a list counts.
 */
export function shortPricedSql(p: Given & Record<'prefixes', Placeholder | SQL>): SQL {
  const now = template`${p.now}::timestamptz`;
  const question = { userId: template`${p.owner}::uuid`, service: 'sms', flat: FLAT_SMS, now } as const;
  const [number, parts] = [template`${p.numbers}::text`, template`${p.parts}::integer`];
  return template`
    priced as materialized (
      select ${p.firstId}::uuid as id, ${number} as number, 1::bigint as place, ${parts} as parts,
        ${wholePenceSql(template`d.rate * ${parts}`)} as cost, null::numeric as margin,
        d.blocked is not true as sold, d.prefix
      from (${directPriceSql(question, template`string_to_array(${p.prefixes}::text, ',')`)}) d
      where exists (select from allowed) and ${mayBeSentTo(p, number)}
        and (not d.by_list or ${parts} = ${p.shortParts}::integer)
    ),
    bill as (select sold, cost as price, parts from priced)`;
}

/** Tells whether the short form would do for the account of `terms`. @param terms the alias of a row of `termsSql` */
export const isDirectSql = (terms: SQL): SQL => template`(${terms}.reseller_id is null
  and ${terms}.own_deck is not distinct from ${terms}.deck_id and not ${terms}.is_apart)`;

/** The parts of a text by a list's counting. */
const partsSql = (counting: SQL, long: SQL, short: SQL): SQL =>
  template`case ${counting} when '160/153' then ${short}::integer else ${long}::integer end`;

/** It marks a recipient whose text has a link to the message's picture. */
export const LINK = 'link';

/** The separator between texts. Texts contain no control characters except those of lines. */
export const TEXT_SEPARATOR = '\u001F';

/**
 * The recipients of a message. Lists are separated by commas: 100,000 of them cost less as one text than as an array.
 */
export interface SmsPricingParameters {
  /** The first recipient's id. The other ids count on from it, in the twelve digits at its end, of which the first is 1. */
  firstId: string;
  numbers: string;
  /** For a message to many numbers: the calling code of each. */
  codeOfEach: string | null;
  /** The parts of the text by each counting, if all get the same text. */
  parts: number;
  shortParts: number;
  /** If each recipient has their own text: the texts, and the parts of each; otherwise null. */
  texts: string | null;
  partsOfEach: string | null;
  shortPartsOfEach: string | null;
  /** For each recipient 1 if it gets no message and is not charged, else 0; null if all get it. */
  unreachedEach: string | null;
  /**
   * Null for a message without a picture. Otherwise for each recipient: `LINK` if its text has a link to the picture;
   * if it gets the picture itself, the carriers that cannot bring it there, each after a `|`, or only that sign.
   */
  mmsOfEach: string | null;
  /** The amount that each counts against the spend limits where that is more than its price (`BelowCost.risks`). */
  riskOfEach: string | null;
  /** It also goes to those who want no messages from this account, as the answer to STOP does. */
  despiteOptOut: boolean;
}

type Given = { [Name in keyof SmsPricingParameters | 'owner' | 'now']: Placeholder | SQL };

/**
 * The prices of a message's recipients, as CTEs. `priced (id, number, place, parts, text, code, unreached, sold, cost,
 * counted, margin, prefix, mms, is_mms)` has one row each, in whole pence; `counted` is what it counts against the spend limits;
 * `margin` is the reseller's part, null without a reseller; `prefix` is that of the price list's row, null at the flat
 * price. `bill (sold, price, counted, parts, margin, reseller_id, recipients, unreached)` has the sums. A message to many numbers
 * also has `by_code (code, cost)`, for the limits, and numbers that are equal in all digits on which a price depends
 * are looked up only once. Those who want no messages from the account are not in `priced` but in
 * `opted_out (id, number, place)`.
 *
 * The form for one number knows no picture and no number that is left out: such a message goes by the form for many.
 * @param named includes the name and the price of each destination, for a person to read
 */
export function pricedSql(p: Given, form: LongForm, { named = false } = {}): SQL {
  const many = form === 'many';
  const charged = (amount: SQL) =>
    many ? template`case when g.unreached then 0::numeric(12, 2) else ${amount} end` : amount;
  const now = template`${p.now}::timestamptz`;
  const terms = termsSql({ userId: template`${p.owner}::uuid`, service: 'sms', flat: many ? FLAT_MMS : FLAT_SMS, now });
  const price = (rate: SQL, fee: SQL) =>
    wholePenceSql(
      many ? template`case when g.is_mms then ${fee} else ${rate} * g.parts end` : template`${rate} * g.parts`,
    );
  return template`
    terms as materialized (${terms}),
    given as materialized (${many ? manyGivenSql(p) : oneGivenSql(p)}),
    opted_out as materialized (${optedOutSql(p, form)}),
    ${many ? headsSql(now) : template``}
    priced as materialized (
      select g.*, c.sold, c.cost, case when d.reseller_id is not null then c.cost - c.own_cost end as margin, h.prefix,
        greatest(c.cost, nullif(g.risk, '')::numeric) as counted${named ? template`, h.name, case when g.is_mms then h.fee else h.rate end as rate` : template``}
      from terms d, given g ${many ? template`, number_prefixes h` : template`, lateral (${priceSql(template`d`, digits(template`g`), now)}) h`},
        lateral (select h.sold ${many ? template`and (not g.is_mms or h.fee > 0)` : template``} as sold,
          ${charged(price(template`h.rate`, template`h.fee`))} as cost,
          ${charged(price(template`h.own_rate`, template`h.own_fee`))} as own_cost) c
      where ${notOptedOut} ${many ? template`and h.number_prefix = left(${digits(template`g`)}, d.longest)` : template``}
    ),
    bill as materialized (
      select bool_and(sold) as sold, sum(cost) as price, sum(counted) as counted, max(parts) as parts, sum(margin) as margin,
        (select reseller_id from terms) as reseller_id${many ? template`, count(*) as recipients, count(*) filter (where unreached)::integer as unreached` : template``}
      from priced
    )
    ${many ? template`, by_code as materialized (select code, sum(counted) as cost from priced group by code)` : template``}`;
}

/** By a hash of their places, however many they are; a join could be planned as a loop over all of them. */
const notOptedOut = template`g.place not in (select place from opted_out)`;

/**
 * The recipients that want no messages from the account. An account that has none of those pays for one look at an
 * index, however many recipients there are: the condition without columns is asked first, and once.
 */
const optedOutSql = (p: Given, form: LongForm): SQL => template`
      select g.id, g.number, g.place from given g
      join opt_outs o on o.user_id = ${p.owner}::uuid and o.number = g.number
      where not ${p.despiteOptOut}::boolean ${
        form === 'many' ? template`and exists (select from opt_outs a where a.user_id = ${p.owner}::uuid)` : template``
      }`;

const mayBeSentTo = (p: Pick<Given, 'owner' | 'despiteOptOut'>, number: SQL): SQL => template`
  (${p.despiteOptOut}::boolean or not exists (
    select from opt_outs o where o.user_id = ${p.owner}::uuid and o.number = ${number}))`;

const digits = (row: SQL): SQL => template`substr(${row}.number, 2)`;

/** Each number prefix in the message, and its price. */
const headsSql = (now: SQL): SQL => template`
    number_prefixes as materialized (
      select b.number_prefix, p.*
      from terms d
      cross join lateral (select distinct left(${digits(template`g`)}, d.longest) as number_prefix from given g) b
      cross join lateral (${priceSql(template`d`, template`b.number_prefix`, now)}) p
    ),`;

/*
 * The recipients in the given order, with their parts by the counting of the account's price list.
 */

/** Not `unnest`: the planner would expect a hundred rows, and would plan the whole statement again for each message. */
const oneGivenSql = (p: Given): SQL => template`
      select ${p.firstId}::uuid as id, ${p.numbers}::text as number, 1::bigint as place,
        ${partsSql(template`terms.counting`, template`${p.parts}`, template`${p.shortParts}`)} as parts, ${p.riskOfEach}::text as risk
      from terms where exists (select from allowed)`;

/** A list that is null gives null to all. */
function manyGivenSql(p: Given): SQL {
  const list = (values: Placeholder | SQL) => template`string_to_array(${values}::text, ',')`;
  const first = template`${p.firstId}::text`;
  const long = template`coalesce(g.parts::integer, ${p.parts}::integer)`;
  const short = template`coalesce(g.short_parts::integer, ${p.shortParts}::integer)`;
  return template`
      select (left(${first}, 24) || to_hex(('x' || right(${first}, 12))::bit(48)::bigint + g.place - 1))::uuid as id, g.number, g.place, ${partsSql(template`terms.counting`, long, short)} as parts,
        g.text, g.code, g.risk, g.mms, coalesce(starts_with(g.mms, '|'), false) as is_mms,
        coalesce(g.unreached = '1', false) as unreached
      from terms, unnest(${list(p.numbers)}, ${list(p.codeOfEach)}, ${list(p.partsOfEach)},
          ${list(p.shortPartsOfEach)}, string_to_array(${p.texts}::text, ${separator}), ${list(p.riskOfEach)},
          ${list(p.mmsOfEach)}, ${list(p.unreachedEach)})
        with ordinality as g (number, code, parts, short_parts, text, risk, mms, unreached, place)
      where exists (select from allowed)`;
}

const separator = template.raw(`chr(${TEXT_SEPARATOR.charCodeAt(0)})`);
