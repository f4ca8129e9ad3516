import { sql as template, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { users } from '../../../db/schema/index.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { formatMoney, type Money, parseMoney, subtract, ZERO } from '../../platform/kit/money.ts';

/**
 * Spend limits: how much of the balance messages and calls may use in a UTC day, in total and for each country, so
 * that a stolen key costs its owner no more than that. The account's own row holds today's costs, and the update
 * that debits the balance also changes them, so that simultaneous charges cannot exceed a limit together. Numbers
 * and packages are bought on purpose and do not count here.
 *
 * A country is its calling code (`+44`). A limit of zero closes it, and it stays closed when an administrator lifts
 * the limits; null means no limit.
 */

/** The values that a charge needs for the limits, inside a statement that updates `users u`. */
export interface SpendSql {
  now: SQL;
  /** The cost of the whole charge. */
  price: SQL;
  /** Calling codes separated by commas, without repeats. */
  codes: SQL;
  /**
   * A table `(code, cost)` with the cost of the charge for each code. Null for a charge to one country, as most
   * charges are: without the table the check takes a third of the time.
   */
  byCode: SQL | null;
}

/** To whom a charge goes: one number, E.164, or a table `(number, place)` with all of them. */
export type NumbersSql = { number: SQL } | { table: SQL };

/** The same, and what is needed to ask whether the limits allow the charge. */
export interface LimitSql extends SpendSql {
  numbers: NumbersSql;
}

const today = (now: SQL) => template`(${now} at time zone 'UTC')::date`;
// Processes do not pass midnight at exactly the same time: a charge that arrives late counts on the new day.
const spentToday = (now: SQL) => template`(case when u.spent_on >= ${today(now)} then u.spent_today else 0 end)`;
const spentByCountry = (now: SQL) =>
  template`(case when u.spent_on >= ${today(now)} then u.spent_by_country else '{}' end)`;
const isLifted = (now: SQL) => template`coalesce(u.limit_lifted_until > ${now}, false)`;

/** A country to which a charge goes. */
interface DestinationSql {
  code: SQL;
  /** The amount that was spent there today, and the cost of this charge. */
  spent: SQL;
  cost: SQL;
  /** The limit for this country; null means no limit. */
  most: SQL;
}

const destination = (now: SQL, code: SQL, cost: SQL): DestinationSql => ({
  code,
  cost,
  spent: template`coalesce((${spentByCountry(now)} ->> ${code})::numeric, 0)`,
  most: template`(case when u.country_limits ? ${code} then (u.country_limits ->> ${code})::numeric else u.country_limit end)`,
});

const EACH: DestinationSql = {
  code: template`d.code`,
  spent: template`d.spent`,
  cost: template`d.cost`,
  most: template`d.most`,
};

/** Each of several destinations, as `d` with the columns of `EACH`. */
function destinations({ now }: SpendSql, byCode: SQL): SQL {
  const each = destination(now, template`g.code`, template`g.cost`);
  return template`
    (select g.code, ${each.spent} as spent, ${each.cost} as cost, ${each.most} as most
      from ${byCode} g) d`;
}

const countryAllows = (now: SQL, { spent, cost, most }: DestinationSql) =>
  template`coalesce(case when ${isLifted(now)} then ${most} > 0 else ${spent} + ${cost} <= ${most} end, true)`;

/** The lower one of an account's own limit and its reseller's; null: no limit. */
const DAY_LIMIT = template.raw('least(u.daily_limit, u.reseller_daily_limit)');
const dayAllows = ({ now, price }: SpendSql) =>
  template`(${DAY_LIMIT} is null or ${isLifted(now)} or ${spentToday(now)} + ${price} <= ${DAY_LIMIT})`;

/**
 * The condition that no number of the charge begins with digits that a sudden rise has stopped. Most accounts have none
 * of those, and most charges compare one number, without a subquery: it costs as much as comparing the calling codes.
 */
const notStopped = ({ numbers }: LimitSql) =>
  'number' in numbers
    ? template`not ${numbers.number} ^@ any (u.stopped_codes)`
    : template`(u.stopped_codes = '{}'
        or not exists (select from ${numbers.table} n where n.number ^@ any (u.stopped_codes)))`;

const only = ({ now, price, codes }: SpendSql) => destination(now, codes, price);

/** Tells whether the limits of `users u` allow this charge. */
export function limitsAllowSql(spend: LimitSql): SQL {
  const { now, byCode } = spend;
  const countriesAllow = byCode
    ? template`(select bool_and(${countryAllows(now, EACH)}) from ${destinations(spend, byCode)})`
    : countryAllows(now, only(spend));
  return template`${dayAllows(spend)} and ${notStopped(spend)}
    and (u.country_limit is null and u.country_limits = '{}' or ${countriesAllow})`;
}

const sum = ({ spent, cost }: DestinationSql) => template`(${spent} + ${cost})::numeric(12, 2)::text`;

/** Adds this charge to what was spent: the `set` list of an update of `users u`. */
export function countSpendSql(spend: SpendSql): SQL {
  const { now, price, codes, byCode } = spend;
  const added = byCode
    ? template`(select jsonb_object_agg(d.code, ${sum(EACH)}) from ${destinations(spend, byCode)})`
    : template`jsonb_build_object(${codes}, ${sum(only(spend))})`;
  return template`
    spent_on = greatest(u.spent_on, ${today(now)}),
    spent_today = ${spentToday(now)} + ${price},
    spent_by_country = ${spentByCountry(now)} || ${added}`;
}

/** The limit that refuses a charge. */
export const overLimit = z.object({
  /** A calling code, or the stopped beginning of a number; null for the daily limit. */
  country: z.string().nullable(),
  /** Decimal strings in pounds. */
  limit: z.string(),
  spent: z.string(),
  cost: z.string(),
  /** True if this is not a limit: numbers that begin so are stopped after a sudden rise. */
  stopped: z.boolean().optional(),
});
export type OverLimit = z.infer<typeof overLimit>;

const limitSql = (country: SQL, { spent, cost, most }: Omit<DestinationSql, 'code'>) => template`
  json_build_object('country', ${country}, 'limit', (${most})::numeric(12, 2)::text,
    'spent', (${spent})::numeric(12, 2)::text, 'cost', (${cost})::numeric(12, 2)::text)`;

/** The longest stopped beginning of one of these numbers, as an `OverLimit`. */
const stoppedCode = (numbers: NumbersSql) => template`
  (select json_build_object('country', s.code, 'limit', '0.00', 'spent', '0.00', 'cost', '0.00', 'stopped', true)
    from unnest(u.stopped_codes) s (code) where ${
      'number' in numbers
        ? template`${numbers.number} ^@ s.code`
        : template`exists (select from ${numbers.table} n where n.number ^@ s.code)`
    } order by length(s.code) desc, s.code limit 1)`;

/** `OverLimit` as JSON text, or null where the limits of `users u` allow it. */
export function overLimitSql(spend: LimitSql): SQL {
  const { now, price, codes, byCode, numbers } = spend;
  const day = { spent: spentToday(now), cost: price, most: DAY_LIMIT };
  const country = byCode
    ? template`(select ${limitSql(EACH.code, EACH)} from ${destinations(spend, byCode)}
        where not ${countryAllows(now, EACH)} order by d.most limit 1)`
    : template`case when not ${countryAllows(now, only(spend))} then ${limitSql(codes, only(spend))} end`;
  return template`(case when not ${notStopped(spend)} then ${stoppedCode(numbers)}
    when not ${dayAllows(spend)} then ${limitSql(template`null`, day)} else ${country} end)::text`;
}

/** The first moment of the UTC day. */
export const startOfDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));

/** The first moment of the next UTC day: then the sum of today starts again from zero. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

type UserRow = typeof users.$inferSelect;

/** The amount that an account has spent on the UTC day of this moment. */
export function spentOn(
  user: Pick<UserRow, 'spentOn' | 'spentToday' | 'spentByCountry'>,
  now: Date,
): { total: Money; byCountry: ReadonlyMap<string, Money> } {
  const counts = user.spentOn !== null && user.spentOn >= now.toISOString().slice(0, 10);
  if (!counts) return { total: ZERO, byCountry: new Map() };
  const byCountry = Object.entries(user.spentByCountry).map(([code, text]) => [code, parseMoney(text)] as const);
  return { total: user.spentToday, byCountry: new Map(byCountry) };
}

/** Tells whether an administrator has lifted an account's limits at this time. */
export const isLiftedAt = ({ limitLiftedUntil }: Pick<UserRow, 'limitLiftedUntil'>, now: Date): boolean =>
  limitLiftedUntil !== null && limitLiftedUntil > now;

/** 403, with a sentence that names the limit, what is left of it, and when it starts again. */
export function spendLimitReached({ country, limit, spent, cost, stopped }: OverLimit, now: Date): Problem {
  if (stopped) {
    return new Problem('destination_closed', sentence('destinationRose', { code: country ?? '' }));
  }
  if (parseMoney(limit) === ZERO) {
    const blocked = country === null ? sentence('spendingBlocked') : sentence('countryBlocked', { country });
    return new Problem('spend_limit_reached', blocked);
  }
  const values = {
    cost: `£${cost}`,
    left: `£${formatMoney(atLeastZero(subtract(parseMoney(limit), parseMoney(spent))))}`,
    limit: `£${limit}`,
    day: nextDay(now).toISOString().slice(0, 10),
  };
  return new Problem(
    'spend_limit_reached',
    country === null ? sentence('limitReached', values) : sentence('limitReachedCountry', { ...values, country }),
  );
}

export const atLeastZero = (amount: Money): Money => (amount > ZERO ? amount : ZERO);
