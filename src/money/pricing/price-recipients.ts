import { sql as template, type Placeholder, type SQL } from 'drizzle-orm';
import {
  buysDirectlySql,
  termsSql,
  FLAT_MMS,
  FLAT_SMS,
  flatTermsSql,
  listPriceSql,
  priceSql,
  wholePenceSql,
} from './price-sql.ts';

/**
 * How a message to one number is priced in a few lines, for customers who buy of us directly: by the flat price, by the
 * standard list, or by the percentage of it that resellers pay.
 */
export const SHORT_PRICINGS = ['flat', 'list', 'percentage'] as const;
export type ShortPricing = (typeof SHORT_PRICINGS)[number];
export const isShort = (pricing: SmsPricing | ShortPricing): pricing is ShortPricing =>
  typeof pricing === 'string';

/**
 * The price of a message to one number: the short form of `pricedSql`. It returns no row where the flat price is asked for
 * and a list is in use, and the other way round. Of a list, who pays is left to `shortPayerSql`, which the debit asks of
 * the row that it reads in any case; and the list's counting of parts to the caller (`countsAlike`).
 */
export function shortPricedSql(p: Given & Record<'prefixes', Placeholder | SQL>, pricing: ShortPricing): SQL {
  const now = template`${p.now}::timestamptz`;
  const question = { userId: template`${p.owner}::uuid`, service: 'sms', flat: FLAT_SMS, now } as const;
  const [number, parts] = [template`${p.numbers}::text`, template`${p.parts}::integer`];
  const { price, listed, sold } =
    pricing === 'flat'
      ? { price: flatTermsSql(question), listed: template``, sold: template`true as sold` }
      : {
          price: listPriceSql(
            question,
            template`string_to_array(${p.prefixes}::text, ',')`,
            isPercentage(pricing),
          ),
          listed: template`, not d.blocked as sold, d.prefix`,
          sold: template`sold`,
        };
  return template`
    priced as materialized (
      select ${p.recipientIds}::uuid as id, ${number} as number, 1::bigint as place,
        ${parts} as parts, ${wholePenceSql(template`d.rate * ${parts}`)} as cost, null::numeric as margin${listed}
      from (${price}) d where exists (select from allowed) and ${mayBeSentTo(p, number)}
    ),
    bill as (select ${sold}, cost as price, parts from priced)`;
}

/** Tells whether the account `u` pays by a short form's price; the flat price asks that itself. */
export const shortPayerSql = (pricing: ShortPricing, now: SQL): SQL =>
  pricing === 'flat' ? template`true` : buysDirectlySql(now, isPercentage(pricing));

const isPercentage = (pricing: ShortPricing): boolean => pricing === 'percentage';

/** Tells whether a text has as many parts by every counting of a list, as all have that fit into one. */
export const countsAlike = ({ parts, shortParts }: Pick<SmsPricingParameters, 'parts' | 'shortParts'>) =>
  parts === shortParts;

/** The short form that would do for the account of `terms`; null if none would. @param terms the alias of a row of `termsSql` */
export const shortFormSql = (terms: SQL): SQL => template`case
  when ${terms}.reseller_id is not null then null
  when ${terms}.deck_id is null then 'flat'
  when ${terms}.own_deck <> ${terms}.deck_id then null
  when ${terms}.resells then 'percentage' else 'list' end`;

/** The parts of a text by a list's counting. */
const partsSql = (counting: SQL, long: SQL, short: SQL): SQL =>
  template`case ${counting} when '160/153' then ${short}::integer else ${long}::integer end`;

/** It marks a recipient whose text has a link to the message's picture. */
export const LINK = 'link';

/** Tells whether an element of `mmsOfEach` says that the recipient gets the picture itself. */
export const isMmsSql = (way: SQL): SQL => template`starts_with(${way}, '|')`;

/** The separator between texts. Texts contain no control characters except those of lines. */
export const TEXT_SEPARATOR = '\u001F';

/**
 * The recipients of a message. Lists are separated by commas: 100,000 of them cost less as one text than as an
 * array.
 */
export interface SmsPricingParameters {
  recipientIds: string;
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
   * Of a message with a picture, for each recipient: `LINK` if its text has a link to the picture. Otherwise it gets the
   * picture itself, and this names the carriers that cannot bring it there, each after a `|`; or is only that sign.
   */
  mmsOfEach: string | null;
  /** What each counts against the spend limits where that is more than its price (`BelowCost.risks`). */
  riskOfEach: string | null;
  /** It also goes to those who want no messages from this account, as the answer to STOP does. */
  despiteOptOut: boolean;
}

/** The properties of a message that need more of the statement. */
export interface SmsPricing {
  /** More than one number: they may have different prices and count against several limits. */
  manyNumbers: boolean;
  /** Each recipient has their own text; used together with `manyNumbers`, also for a single number. */
  personal: boolean;
  /** Some recipients get no message and are not charged; used together with `manyNumbers`. */
  someUnreached?: boolean;
  /** It has a picture, which some recipients get as MMS; used together with `personal`. */
  picture?: boolean;
  /** Some numbers count more against the spend limits than they cost. */
  risky?: boolean;
  /** Includes the name and the price of each destination, for a person to read. */
  named?: boolean;
}

type Given = { [Name in keyof SmsPricingParameters | 'owner' | 'now']: Placeholder | SQL };

/**
 * The prices of a message's recipients, as CTEs. `priced (id, number, place, parts, sold, cost, margin, prefix, text?)`
 * has one row each, in whole pence; `margin` is the reseller's part, null without a reseller; `prefix` is that of the
 * price list's row, null at the flat price. `bill (sold, price, parts,
 * margin, reseller_id)` has the sums. A message to many numbers also has `by_code (code, cost)`, for the limits. Where
 * numbers count more against the limits than they cost, `priced` and `bill` also have `counted`. Numbers that are
 * equal in all digits on which a price depends are looked up only once. Those who want no messages from the account
 * are not in `priced` but in `opted_out (id, number, place)`.
 */
export function pricedSql(p: Given, pricing: SmsPricing): SQL {
  const { manyNumbers, someUnreached, risky, picture } = pricing;
  const charged = (amount: SQL) =>
    someUnreached ? template`case when g.unreached then 0::numeric(12, 2) else ${amount} end` : amount;
  const counted = (columns: string) => (risky ? template.raw(columns) : template``);
  const now = template`${p.now}::timestamptz`;
  const terms = termsSql({
    userId: template`${p.owner}::uuid`,
    service: 'sms',
    flat: picture ? FLAT_MMS : FLAT_SMS,
    now,
  });
  const isMms = isMmsSql(template`g.mms`);
  const price = (rate: SQL, fee: SQL) =>
    wholePenceSql(
      picture
        ? template`case when ${isMms} then ${fee} else ${rate} * g.parts end`
        : template`${rate} * g.parts`,
    );
  const sold = picture ? template`h.sold and (not ${isMms} or h.fee > 0)` : template`h.sold`;
  const shownRate = picture
    ? template`case when ${isMms} then h.fee else h.rate end as rate, ${isMms} as is_mms`
    : template`h.rate, false as is_mms`;
  return template`
    terms as materialized (${terms}),
    given as materialized (${givenSql(p, pricing)}),
    opted_out as materialized (${optedOutSql(p, pricing)}),
    ${manyNumbers ? headsSql(now) : template``}
    priced as materialized (
      select g.*, c.sold, c.cost, case when d.reseller_id is not null then c.cost - c.own_cost end as margin, h.prefix${counted(", greatest(c.cost, nullif(g.risk, '')::numeric) as counted")}${pricing.named ? template`, h.name, ${shownRate}` : template``}
      from terms d, given g ${manyNumbers ? template`, number_prefixes h` : template`, lateral (${priceSql(template`d`, digits(template`g`), now)}) h`},
        lateral (select ${sold} as sold, ${charged(price(template`h.rate`, template`h.fee`))} as cost,
          ${charged(price(template`h.own_rate`, template`h.own_fee`))} as own_cost) c
      where ${notOptedOut} ${manyNumbers ? template`and h.number_prefix = left(${digits(template`g`)}, d.longest)` : template``}
    ),
    bill as materialized (
      select bool_and(sold) as sold, sum(cost) as price, max(parts) as parts, sum(margin) as margin,${counted(' sum(counted) as counted,')}
        (select reseller_id from terms) as reseller_id
      from priced
    )
    ${manyNumbers ? template`, by_code as materialized (select code, sum(${template.raw(risky ? 'counted' : 'cost')}) as cost from priced group by code)` : template``}`;
}

/** By a hash of their places, however many they are; a join could be planned as a loop over all of them. */
const notOptedOut = template`g.place not in (select place from opted_out)`;

/**
 * The recipients that want no messages from the account. An account that has none of those pays for one look at an
 * index, however many recipients there are: the condition without columns is asked first, and once.
 */
const optedOutSql = (p: Given, { manyNumbers }: SmsPricing): SQL => template`
      select g.id, g.number, g.place from given g
      join opt_outs o on o.user_id = ${p.owner}::uuid and o.number = g.number
      where not ${p.despiteOptOut}::boolean ${
        manyNumbers
          ? template`and exists (select from opt_outs a where a.user_id = ${p.owner}::uuid)`
          : template``
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

/** The recipients in the given order, with their parts by the counting of the account's price list. */
function givenSql(p: Given, { manyNumbers, personal, someUnreached, picture, risky }: SmsPricing): SQL {
  const parts = (long: SQL, short: SQL) =>
    template`${partsSql(template`terms.counting`, long, short)} as parts`;
  if (!manyNumbers) {
    // Not `unnest`: the planner would expect a hundred rows, and would plan the whole statement again for each message.
    return template`
      select nullif(${p.recipientIds}::text, '')::uuid as id, ${p.numbers}::text as number, 1::bigint as place,
        ${parts(template`${p.parts}`, template`${p.shortParts}`)}${risky ? template`, ${p.riskOfEach}::text as risk` : template``}
      from terms where exists (select from allowed)`;
  }
  const codes = template`, string_to_array(${p.codeOfEach}::text, ',')`;
  const optional = [
    someUnreached && {
      list: template`, string_to_array(${p.unreachedEach}::text, ',')`,
      name: template`, unreached`,
      column: template`, g.unreached = '1' as unreached`,
    },
    picture && {
      list: template`, string_to_array(${p.mmsOfEach}::text, ',')`,
      name: template`, mms`,
      column: template`, g.mms`,
    },
    risky && {
      list: template`, string_to_array(${p.riskOfEach}::text, ',')`,
      name: template`, risk`,
      column: template`, g.risk`,
    },
  ].filter((each) => typeof each === 'object');
  const more = (part: 'list' | 'name' | 'column') => template.join(optional.map((each) => each[part]));
  if (!personal) {
    return template`
      select nullif(g.id, '')::uuid as id, g.number, g.place, ${parts(template`${p.parts}`, template`${p.shortParts}`)}, g.code${more('column')}
      from terms, unnest(string_to_array(${p.recipientIds}::text, ','),
          string_to_array(${p.numbers}::text, ',')${codes}${more('list')})
        with ordinality as g (id, number, code${more('name')}, place)
      where exists (select from allowed)`;
  }
  return template`
      select g.id::uuid, g.number, g.place, ${parts(template`g.parts`, template`g.short_parts`)}, g.text, g.code${more('column')}
      from terms, unnest(string_to_array(${p.recipientIds}::text, ','), string_to_array(${p.numbers}::text, ','),
          string_to_array(${p.partsOfEach}::text, ','), string_to_array(${p.shortPartsOfEach}::text, ','),
          string_to_array(${p.texts}::text, ${separator})${codes}${more('list')})
        with ordinality as g (id, number, parts, short_parts, text, code${more('name')}, place)
      where exists (select from allowed)`;
}

const separator = template.raw(`chr(${TEXT_SEPARATOR.charCodeAt(0)})`);
