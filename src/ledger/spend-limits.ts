import { sql as template, type SQL } from 'drizzle-orm';
import type { users } from '../../db/schema/index.ts';
import { Problem } from '../kit/errors.ts';
import { formatMoney, type Money, parseMoney, subtract, ZERO } from './money.ts';

/**
 * Spend limits: how much of the balance messages and calls may use up in a UTC day, in all and for each
 * country they go to, so that a stolen key costs its owner no more than that. What was spent today stands
 * in the account's own row and changes in the very update that debits it, which is why no two charges at
 * once can pass a limit together. Numbers and packages are bought on purpose and count for nothing here.
 *
 * A country is its calling code (`+44`). A limit of zero closes it, and stays closed when an administrator
 * lifts the limits; null is no limit.
 */

/** What a charge needs for its limits, inside a statement that updates `users u`. */
export interface SpendSql {
  now: SQL;
  /** The whole charge. */
  price: SQL;
  /** Of one unit. */
  rate: SQL;
  /** Calling codes separated by commas, each once, and beside them the units that go to each. */
  codes: SQL;
  codeUnits: SQL;
}

const today = (now: SQL) => template`(${now} at time zone 'UTC')::date`;
// Two processes do not pass midnight at the same moment: a charge that comes late counts on the new day.
const spentToday = (now: SQL) =>
  template`(case when u.spent_on >= ${today(now)} then u.spent_today else 0 end)`;
const spentByCountry = (now: SQL) =>
  template`(case when u.spent_on >= ${today(now)} then u.spent_by_country else '{}' end)`;
const isLifted = (now: SQL) => template`coalesce(u.limit_lifted_until > ${now}, false)`;
const limitOf = (code: SQL) =>
  template`(case when u.country_limits ? ${code} then (u.country_limits ->> ${code})::numeric else u.country_limit end)`;

/** Each destination as `d (code, spent, cost, price_limit)`. */
const destinations = ({ now, rate, codes, codeUnits }: SpendSql) => template`
  (select g.code, coalesce((${spentByCountry(now)} ->> g.code)::numeric, 0) as spent,
      ${rate} * g.units::integer as cost, ${limitOf(template`g.code`)} as most
    from unnest(string_to_array(${codes}, ','), string_to_array(${codeUnits}, ',')) g (code, units)) d`;

const countryAllows = (now: SQL) =>
  template`coalesce(case when ${isLifted(now)} then d.most > 0 else d.spent + d.cost <= d.most end, true)`;

const dayAllows = ({ now, price }: SpendSql) =>
  template`(u.daily_limit is null or ${isLifted(now)} or ${spentToday(now)} + ${price} <= u.daily_limit)`;

/** Whether the limits of `users u` let this charge through. */
export const limitsAllowSql = (spend: SpendSql): SQL => template`
  ${dayAllows(spend)}
  and (u.country_limit is null and u.country_limits = '{}'
    or (select bool_and(${countryAllows(spend.now)}) from ${destinations(spend)}))`;

/** Counts this charge against them: a list for the `set` of an update of `users u`. */
export const countSpendSql = (spend: SpendSql): SQL => template`
  spent_on = greatest(u.spent_on, ${today(spend.now)}),
  spent_today = ${spentToday(spend.now)} + ${spend.price},
  spent_by_country = ${spentByCountry(spend.now)} || (
    select jsonb_object_agg(d.code, (d.spent + d.cost)::numeric(12, 2)::text) from ${destinations(spend)})`;

/** The limit that stops a charge. */
export interface OverLimit {
  /** A calling code; null for the limit of the day. */
  country: string | null;
  /** Decimal strings in pounds. */
  limit: string;
  spent: string;
  cost: string;
}

/** `OverLimit` as JSON text, or null where the limits of `users u` allow it. */
export const overLimitSql = (spend: SpendSql): SQL => template`(
  case when not ${dayAllows(spend)} then json_build_object('country', null, 'limit', u.daily_limit::text,
    'spent', ${spentToday(spend.now)}::numeric(12, 2)::text, 'cost', ${spend.price}::numeric(12, 2)::text)
  else (
    select json_build_object('country', d.code, 'limit', d.most::numeric(12, 2)::text,
      'spent', d.spent::numeric(12, 2)::text, 'cost', d.cost::numeric(12, 2)::text)
    from ${destinations(spend)} where not ${countryAllows(spend.now)} order by d.most limit 1) end)::text`;

/** The first moment of the UTC day. */
export const startOfDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));

/** The first moment of the next UTC day: when what was spent today is forgotten. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

type UserRow = typeof users.$inferSelect;

/** What an account has spent on the UTC day of this moment. */
export function spentOn(
  user: Pick<UserRow, 'spentOn' | 'spentToday' | 'spentByCountry'>,
  now: Date,
): { total: Money; byCountry: ReadonlyMap<string, Money> } {
  const counts = user.spentOn !== null && user.spentOn >= now.toISOString().slice(0, 10);
  if (!counts) return { total: ZERO, byCountry: new Map() };
  const byCountry = Object.entries(user.spentByCountry).map(
    ([code, text]) => [code, parseMoney(text)] as const,
  );
  return { total: user.spentToday, byCountry: new Map(byCountry) };
}

/** Whether an administrator lets an account pass its limits at this moment. */
export const isLiftedAt = ({ limitLiftedUntil }: Pick<UserRow, 'limitLiftedUntil'>, now: Date): boolean =>
  limitLiftedUntil !== null && limitLiftedUntil > now;

/** 403, in words that say which limit, what is left of it, and when it begins anew. */
export function spendLimitReached({ country, limit, spent, cost }: OverLimit, now: Date): Problem {
  const whose = country === null ? 'a day' : `a day for numbers that begin with ${country}`;
  if (parseMoney(limit) === ZERO) {
    const closed =
      country === null ? 'Spending' : `Sending and calling to numbers that begin with ${country}`;
    return new Problem('spend_limit_reached', `${closed} is blocked by this account's spend limits`);
  }
  const left = atLeastZero(subtract(parseMoney(limit), parseMoney(spent)));
  return new Problem(
    'spend_limit_reached',
    `Spend limit reached: this costs £${cost} and of the limit of £${limit} ${whose} £${formatMoney(left)} is left until ${nextDay(now).toISOString().slice(0, 10)} 00:00 UTC`,
  );
}

const atLeastZero = (amount: Money): Money => (amount > ZERO ? amount : ZERO);
