import { sql as template, type SQL } from 'drizzle-orm';
import type { RatedService, SettingName } from '../../../db/enums.ts';
import { settingSql } from '../../platform/settings/setting-sql.ts';
import { MOST_PER_UNIT_GBP, MOST_TIMES_OURS } from '../../shared/most-per-unit.ts';
import { MMS_RATES_GBP, SMS_RATES_GBP } from '../../shared/sms-rates.ts';
import { RESELLER_VOICE_RATE_GBP } from '../../shared/voice-rates.ts';
import { longestRowSql, rateRowSql } from './rate-row-sql.ts';

/*
 * The price of a destination for an account: the only place. The charge of a message contains these lines in its own
 * statement; all other code uses `read-price.ts`, which runs the same lines.
 *
 * A deck in use prices everything in its service; without one the flat prices hold. A direct customer pays the
 * standard deck, a reseller with a running package a percentage of the resellers' deck. A reseller's customer pays
 * that reseller's prices, which may be those of another deck, and never less than the reseller pays for the same number,
 * nor more than some times our standard price of it.
 *
 * The fee of a call comes beside its time; the fee of a message is what it costs with a picture (MMS), in place of its
 * parts. Where it is zero, no pictures are sold.
 */

const MOST = template.raw(String(MOST_PER_UNIT_GBP));
const NOTHING = template.raw('0::numeric');

/** The environment's prices without a deck, in pounds, as numerics of the statement. */
export interface FlatPrices {
  standard: SQL;
  reseller: SQL;
  /** A message with a picture costs this on top; absent: no fee. */
  withPicture?: { standard: SQL; reseller: SQL };
}

/** The settings by which administrators change them. */
export const FLAT_SETTINGS: Record<RatedService, Record<'standard' | 'reseller', SettingName>> = {
  sms: { standard: 'sms_price', reseller: 'sms_price_reseller' },
  voice: { standard: 'voice_price', reseller: 'voice_price_reseller' },
};

/** The flat prices that hold at a time. The statement that charges reads them, so that no process can miss a change. */
export const heldFlatSql = ({ service, flat, now }: Pick<TermsQuestion, 'service' | 'flat' | 'now'>): FlatPrices => {
  const { standard, reseller } = FLAT_SETTINGS[service];
  const held = (name: SettingName, given: SQL) => template`coalesce(${settingSql(name, now)}::numeric, ${given})`;
  return {
    standard: held(standard, flat.standard),
    reseller: held(reseller, flat.reseller),
    ...(flat.withPicture && {
      withPicture: {
        standard: held('mms_price', flat.withPicture.standard),
        reseller: held('mms_price_reseller', flat.withPicture.reseller),
      },
    }),
  };
};

export const FLAT_SMS: FlatPrices = {
  standard: template.raw(`${SMS_RATES_GBP.standard}::numeric`),
  reseller: template.raw(`${SMS_RATES_GBP.reseller}::numeric`),
};

/** With the price of a message with a picture, where one is priced: other sends need not read those settings. */
export const FLAT_MMS: FlatPrices = {
  ...FLAT_SMS,
  withPicture: {
    standard: template.raw(`${MMS_RATES_GBP.standard}::numeric`),
    reseller: template.raw(`${MMS_RATES_GBP.reseller}::numeric`),
  },
};

/** @param standard the environment's price of a minute, as a numeric of the statement */
export const flatVoice = (standard: SQL): FlatPrices => ({
  standard,
  reseller: template.raw(`${RESELLER_VOICE_RATE_GBP}::numeric`),
});

/** The account whose prices are wanted, the service, and the time. */
export interface TermsQuestion {
  userId: SQL;
  /** Rows like those of `users`, which they are by default. */
  buyers?: SQL;
  service: RatedService;
  flat: FlatPrices;
  now: SQL;
  /** Rows like those of `rate_uses`, which they are by default: by what a service is sold. */
  uses?: SQL;
  /** Rows like those of `price_lists`, which they are by default: what resellers have set. */
  lists?: SQL;
  /** Rows like those of `account_prices`, which they are by default: our prices for single accounts. */
  apart?: SQL;
  /** The time at which those hold; by default now. */
  apartAt?: SQL;
}

/** The columns of a price list for each service. */
export const LISTED: Record<RatedService, { price: SQL; percent: SQL; deck: SQL }> = {
  sms: {
    price: template.raw('sms'),
    percent: template.raw('sms_percent'),
    deck: template.raw('sms_deck_id'),
  },
  voice: {
    price: template.raw('voice'),
    percent: template.raw('voice_percent'),
    deck: template.raw('voice_deck_id'),
  },
};

/**
 * The terms that decide an account's prices, one row; no row for an unknown account: `reseller_id`, `deck_id` (null:
 * flat prices), `counting`, `longest` (the most digits on which a price depends), `own_deck`, `own_percent`, `resells`
 * (whether resellers' prices hold), `flat`, `own_flat` (our own price), `flat_fee`, `own_flat_fee`, `listed`, `listed_percent`, `listed_deck` (what a
 * reseller has set), `is_apart` (whether whoever buys of us has, or had, prices of their own) and `apart_deck` (the list of those).
 */
export const termsSql = (question: TermsQuestion): SQL => termsBySql({ ...question, flat: heldFlatSql(question) });

/** The same by given flat prices, whatever administrators have set. */
export function termsBySql({
  userId,
  buyers = template`users`,
  service,
  flat,
  now,
  uses = template`rate_uses`,
  lists = template`price_lists`,
  apart = template`account_prices`,
  apartAt = now,
}: TermsQuestion): SQL {
  const { price, percent, deck } = LISTED[service];
  const fee = flat.withPicture ?? { standard: NOTHING, reseller: NOTHING };
  const isSet = template`(own.${price} is not null or own.${percent} is not null or own.${deck} is not null)`;
  const listedDeck = template`case when ${isSet} then own.${deck} else list.${deck} end`;
  const longestOf = (id: SQL) => template`(select longest_prefix from rate_decks where id = ${id})`;
  // A percentage of an account's own is one of the standard price, for resellers too.
  const ours = (standard: SQL, resellers: SQL, share = standard) => template`case
    when apart.percent is not null then ${share} when runs.it then ${resellers} else ${standard} end`;
  const flatOurs = ({ standard, reseller }: Pick<FlatPrices, 'standard' | 'reseller'>) =>
    ours(standard, reseller, shareSql(standard, template`apart.percent`));
  return template`
    select u.reseller_id, d.deck_id, coalesce(d.counting, '160/160') as counting,
      greatest(d.longest, ${longestOf(listedDeck)}, ${longestOf(template`apart.deck_id`)}, 0) as longest,
      ${ours(template`d.deck_id`, template`d.reseller_deck_id`)} as own_deck,
      ${ours(template`100`, template`d.reseller_percent`, template`apart.percent`)} as own_percent,
      runs.it as resells, ${flat.standard} as flat, ${flatOurs(flat)} as own_flat,
      ${template.raw(String(service === 'sms'))} as is_message, ${fee.standard} as flat_fee,
      ${flatOurs(fee)} as own_flat_fee, coalesce(apart.begun, false) as is_apart,
      apart.deck_id as apart_deck,
      case when ${isSet} then own.${price} else list.${price} end as listed,
      case when ${isSet} then own.${percent} else list.${percent} end as listed_percent,
      ${listedDeck} as listed_deck
    from ${buyers} u
    left join users r on r.id = u.reseller_id
    left join ${lists} own on own.user_id = u.id and u.reseller_id is not null
    left join ${lists} list on list.user_id = u.reseller_id
    left join lateral (${apartSql({ rows: apart, userId: template`coalesce(u.reseller_id, u.id)`, service, at: apartAt })}) apart on true
    left join lateral (
      select use.deck_id, coalesce(use.reseller_deck_id, use.deck_id) as reseller_deck_id, use.reseller_percent,
        standard.counting, greatest(standard.longest_prefix, resellers.longest_prefix) as longest
      from ${uses} use
      join rate_decks standard on standard.id = use.deck_id
      left join rate_decks resellers on resellers.id = use.reseller_deck_id
      where use.service = ${template.raw(`'${service}'`)}
    ) d on true
    cross join lateral (
      select coalesce(case when u.reseller_id is null then ${resellsSql(template`u`, now)}
        else ${resellsSql(template`r`, now)} end, false) as it
    ) runs
    where u.id = ${userId}`;
}

/** The prices of an account's own that hold at a time: the row that began last. */
const apartSql = ({ rows, userId, service, at }: Record<'rows' | 'userId' | 'at', SQL> & { service: RatedService }) =>
  template`select a.percent, a.deck_id, true as begun from ${rows} a
    where a.user_id = ${userId} and a.subject = ${template.raw(`'${service}'`)} and a.holds_from <= ${at}
    order by a.holds_from desc limit 1`;

/** Tells whether a row of `users` is a reseller with a running package; null for one who never had a package. */
const resellsSql = (user: SQL, now: SQL): SQL =>
  template`(${user}.role = 'reseller' and ${user}.reseller_expires_at > ${now})`;

/**
 * The price for an account that buys of us directly, in a few lines: `rate`, `blocked`, `prefix`, and `by_list` (false:
 * the flat price). It does not ask how the deck counts parts. It returns no row for a reseller's customer, where the deck
 * has no row for the number, for resellers who pay by another deck, and for accounts that have, or had, prices of their own;
 * then `termsSql` is needed.
 * @param prefixes an array of all that the number begins with: see `prefixesOf`
 */
export const directPriceSql = ({ userId, service, flat: given, now }: TermsQuestion, prefixes: SQL): SQL => {
  const flat = heldFlatSql({ service, flat: given, now });
  return template`
  select use.deck_id is not null as by_list, s.blocked, s.prefix, case
      when use.deck_id is null then case when runs.it then ${flat.reseller} else ${flat.standard} end
      when runs.it then ${shareSql(template`s.rate`, template`use.reseller_percent`)} else s.rate end as rate
  from users u
  cross join lateral (select coalesce(${resellsSql(template`u`, now)}, false) as it) runs
  left join rate_uses use on use.service = ${template.raw(`'${service}'`)}
  left join lateral (${longestRowSql(template`use.deck_id`, prefixes, now)}) s on true
  where u.id = ${userId} and u.reseller_id is null and (use.deck_id is null or s.prefix is not null
    and (not runs.it or coalesce(use.reseller_deck_id, use.deck_id) = use.deck_id))
    and not exists (select from account_prices a where a.user_id = u.id
      and a.subject = ${template.raw(`'${service}'`)} and a.holds_from <= ${now})`;
};

/**
 * The price of a number by `terms`, one row: `sold`, `rate`, `fee` (what the account pays), `own_rate`, `own_fee`
 * (what we earn: less than `rate` if there is a reseller), `first_interval`, `next_interval`, `standard_rate`, and
 * `name` of the deck's row, `prefix` of the standard deck's row and `listed_prefix` of the one in a reseller's deck. The
 * prices of a number that is not sold have no meaning.
 *
 * A reseller's deck sells what it has a row for and we sell too, and all that we sell where it stands beside a price or
 * a percentage. It gives the rate and the fee alone: seconds and parts
 * are counted as the reseller pays, so that no call costs the customer less than the reseller, whatever its length
 * (docs/decisions/22-decks-of-resellers.md). The list of an account's own prices gives the same two, for what it has.
 * @param terms the alias of a row of `termsSql`
 */
export const priceSql = (terms: SQL, digits: SQL, now: SQL): SQL =>
  pricedSql(terms, {
    standard: rateRowSql(template`${terms}.deck_id`, digits, now),
    own: rateRowSql(template`${terms}.own_deck`, digits, now),
    listed: rateRowSql(template`${terms}.listed_deck`, digits, now),
    apart: rateRowSql(template`${terms}.apart_deck`, digits, now),
  });

/**
 * The same by rows that were found already.
 * @param rows queries with the columns of `rateRowSql`: the row of the standard deck, that of the deck by which we are
 *   paid, which is read only where it is another deck, that of the deck that a reseller has set, if there is one, and that
 *   of the account's own list
 */
export const pricedSql = (terms: SQL, rows: Record<'standard' | 'own' | 'listed' | 'apart', SQL>): SQL => template`
  select (${terms}.deck_id is null or coalesce(not s.blocked and not o.blocked and o.rate is not null, false))
      and (${terms}.listed_deck is null or ${besideSql(terms)} or coalesce(not l.blocked, false)) as sold,
    case when ${terms}.reseller_id is null then own.rate
      else greatest(least(coalesce(l.rate, ${terms}.listed,
        ${cappedSql(shareSql(template`standard.rate`, template`${terms}.listed_percent`))}, standard.rate),
        ${mostSql(template`standard.rate`)}), own.rate) end as rate,
    case when ${terms}.reseller_id is null then own.fee
      else greatest(case when ${terms}.listed is not null and not ${terms}.is_message then 0 else least(coalesce(
        case when ${terms}.is_message and ${besideSql(terms)} then nullif(l.fee, 0) else l.fee end,
        ${cappedSql(shareSql(template`standard.fee`, template`coalesce(${terms}.listed_percent, 100)`))}),
        ${mostSql(template`greatest(standard.fee, standard.rate)`)}) end, own.fee) end as fee,
    own.rate as own_rate, own.fee as own_fee,
    coalesce(o.first_interval, 60) as first_interval, coalesce(o.next_interval, 60) as next_interval,
    standard.rate as standard_rate, coalesce(l.name, single.name, s.name) as name, s.prefix,
    coalesce(l.prefix, single.prefix) as listed_prefix
  from (select 1) one
  left join lateral (${rows.standard}) s on true
  left join lateral (${rows.listed}) l on true
  left join lateral (select w.* from (${rows.apart}) w where ${terms}.apart_deck is not null and not w.blocked) single on true
  left join lateral (
    select * from (${rows.own}) w where ${terms}.own_deck <> ${terms}.deck_id
    union all
    select s.rate, s.fee, s.first_interval, s.next_interval, s.blocked, s.name, s.prefix
    where ${terms}.own_deck = ${terms}.deck_id
  ) o on true
  cross join lateral (
    select case when ${terms}.deck_id is null then ${terms}.flat else s.rate end as rate,
      case when ${terms}.deck_id is null then ${terms}.flat_fee else coalesce(s.fee, 0) end as fee
  ) standard
  cross join lateral (
    select coalesce(single.rate, case when ${terms}.deck_id is null then ${terms}.own_flat
        else ${cappedSql(shareSql(template`o.rate`, template`${terms}.own_percent`))} end) as rate,
      coalesce(case when ${terms}.is_message then nullif(single.fee, 0) else single.fee end,
        case when ${terms}.deck_id is null then ${terms}.own_flat_fee
        else ${cappedSql(shareSql(template`o.fee`, template`${terms}.own_percent`))} end) as fee
  ) own`;

/** Tells whether a reseller's deck has single destinations, beside what all others cost. */
export const besideSql = (terms: SQL): SQL => template`num_nonnulls(${terms}.listed, ${terms}.listed_percent) > 0`;

/** The most that a reseller's customer pays for what costs so much with us; a fee is bounded by the minute, too. */
const mostSql = (price: SQL): SQL => template`(${price} * ${template.raw(String(MOST_TIMES_OURS))})`;

/** At most the highest price that can be charged; null if the price is null. */
const cappedSql = (price: SQL): SQL => template`(case when ${price} > ${MOST} then ${MOST} else ${price} end)`;

/** A percentage of a price, rounded up to 1/10,000 pound; null if either is null. */
export const shareSql = (amount: SQL, percent: SQL): SQL => template`(ceil(${amount} * ${percent} * 100) / 10000)`;

/** Rounded up to a whole penny, because balances are in whole pennies: the only rounding rule for messages. */
export const wholePenceSql = (amount: SQL): SQL => template`(ceil((${amount}) * 100) / 100)::numeric(12, 2)`;
