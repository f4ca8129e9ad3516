import { sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { users } from '../../../db/schema/index.ts';
import { columnsOf } from '../../../db/table-rows.ts';
import { type Transaction, writtenTogether } from '../../platform/events/transact.ts';
import { callingCode } from '../../platform/kit/calling-code.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { add, formatMoney, type Money, subtract, ZERO } from '../../platform/kit/money.ts';
import { limitOf } from './limit-of.ts';
import { atLeastZero, countSpendSql, isLiftedAt, type OverLimit, spendLimitReached, spentOn } from './spend-limits.ts';

/** The amount that the spend limits leave for one destination; `left` is null if no limit applies. */
export interface Allowance {
  left: Money | null;
  /** Tells whether the limits allow these costs: for the destination, and for the number to which a call is forwarded. */
  allows(there: Money, forwarded: Money): boolean;
  /** For costs above what is left: the limit that is exceeded. */
  over(there: Money, forwarded?: Money): OverLimit;
}

/** The columns of an account by which its limits are known. */
export const LIMITED = [
  ...(['stoppedCodes', 'countryLimit', 'countryLimits', 'dailyLimit', 'resellerDailyLimit'] as const),
  ...(['limitLiftedUntil', 'spentOn', 'spentToday', 'spentByCountry'] as const),
] as const;
const limited = columnsOf(users, LIMITED);
type LimitedUser = ReturnType<typeof limited.read>;

const readLimited = prepared<{ userId: string }, Record<string, unknown>>(
  (p) => template`select ${limited.list} from users where id = ${p.userId}::uuid`,
);

/** The same where the account's row was not read yet. @throws not_found, and what `allowanceOf` throws */
export async function readAllowance(
  db: Queryable,
  { userId, numbers, now }: { userId: string; numbers: readonly string[]; now: Date },
): Promise<Allowance> {
  const [user] = await readLimited(driverOf(db), { userId });
  if (!user) throw notFound('User');
  return allowanceOf(limited.read(user), numbers, now);
}

/**
 * The amount that the limits leave for a call. A caller that charges has locked the account's row.
 * @param numbers E.164: the destination, and the number to which the call may be forwarded; without numbers, only
 * the daily limit counts
 * @throws destination_closed where one of the numbers begins with stopped digits, spend_limit_reached where
 * the country of one is closed
 */
export function allowanceOf(user: LimitedUser, numbers: readonly string[], now: Date): Allowance {
  const limitFor = (code: string) => limitOf(user, code);
  const stopped = longestStopped(user.stoppedCodes, numbers);
  if (stopped !== undefined) {
    throw spendLimitReached({ country: stopped, limit: '0.00', spent: '0.00', cost: '0.00', stopped: true }, now);
  }
  const codes = numbers.map(callingCode);
  for (const each of new Set(codes)) {
    if (limitFor(each) === ZERO) {
      throw spendLimitReached({ country: each, limit: '0.00', spent: '0.00', cost: '0.00' }, now);
    }
  }
  if (isLiftedAt(user, now)) return UNBOUNDED;
  const spent = spentOn(user, now);
  const [there, forwarded] = codes;
  const bounds = [
    { country: null, limit: user.dailyLimit, spent: spent.total },
    { country: null, limit: user.resellerDailyLimit, spent: spent.total },
    ...[...new Set(codes)].map((code) => ({
      country: code,
      limit: limitFor(code),
      spent: spent.byCountry.get(code) ?? ZERO,
    })),
  ].flatMap(({ limit, ...bound }) =>
    limit === null ? [] : [{ ...bound, limit, left: atLeastZero(subtract(limit, bound.spent)) }],
  );
  const countsFor = ({ country }: { country: string | null }, one: Money, other: Money) =>
    add(country === null || country === there ? one : ZERO, country === null || country === forwarded ? other : ZERO);
  const [tightest] = bounds
    .filter(({ country }) => country === null || country === there)
    .toSorted((one, other) => (one.left < other.left ? -1 : 1));
  return {
    left: tightest?.left ?? null,
    allows: (one, other) => bounds.every((bound) => countsFor(bound, one, other) <= bound.left),
    over: (one, other = ZERO) => {
      const passed = bounds
        .filter((bound) => countsFor(bound, one, other) > bound.left)
        .toSorted((a, b) => (a.left < b.left ? -1 : 1))[0];
      const stands = passed ?? tightest;
      if (!stands) throw new Error('nothing bounds this call');
      return {
        country: stands.country,
        limit: formatMoney(stands.limit),
        spent: formatMoney(stands.spent),
        cost: formatMoney(passed ? countsFor(stands, one, other) : one),
      };
    },
  };
}

/** The longest beginning of one of these numbers that a sudden rise has stopped. */
export const longestStopped = (stopped: readonly string[], numbers: readonly string[]): string | undefined =>
  stopped
    .filter((beginning) => numbers.some((number) => number.startsWith(beginning)))
    .toSorted((one, other) => other.length - one.length)[0];

const UNBOUNDED: Allowance = {
  left: null,
  allows: () => true,
  over: () => {
    throw new Error('nothing bounds this call');
  },
};

/** Nothing is allowed, because the destination is closed. */
export const NOTHING_LEFT: Pick<Allowance, 'allows'> = {
  allows: (there, forwarded) => there <= ZERO && forwarded <= ZERO,
};

/**
 * Counts what a call sets aside against the limits of its account, for the destination and for the number to which
 * it may be forwarded. This transaction has locked the account's row.
 */
export async function countSpend(
  tx: Transaction,
  userId: string,
  counted: readonly { number: string; amount: Money }[],
): Promise<void> {
  for (const { number, amount } of counted) {
    const price = formatMoney(amount);
    await addSpent(tx.sql, { userId, now: tx.now, price, code: callingCode(number) });
  }
}

const addSpent = prepared<{ userId: string; now: Date; price: string; code: string }, never>(
  (p) =>
    template`update users u set ${countSpendSql({
      now: template`${p.now}::timestamptz`,
      price: template`${p.price}::numeric`,
      byCode: null,
      codes: template`${p.code}::text`,
    })} where u.id = ${p.userId}::uuid`,
);

/** The refunded part of a charge, by the numbers that it paid for. */
export type GivenBack = readonly { number: string; amount: Money }[];

interface Returned {
  chargedAt: Date;
  given: GivenBack;
}

/**
 * Returns the refunded part of a charge to the limits, while the charge's day still counts. The account is locked.
 * @param chargedAt when the charge was made
 */
export const uncountSpend = (tx: Transaction, userId: string, returned: Returned): Promise<unknown> =>
  giveBack(tx, partsOf(userId, returned));

/** The same before the transaction commits, by one statement for all calls that it settles. */
export const uncountTogether = (tx: Transaction, userId: string, returned: Returned): void =>
  giveTogether(tx, partsOf(userId, returned));

const partsOf = (user_id: string, { chargedAt, given }: Returned) =>
  given
    .filter(({ amount }) => amount !== ZERO)
    .map(({ number, amount }) => {
      return { user_id, charged_at: chargedAt.toISOString(), code: callingCode(number), amount: formatMoney(amount) };
    });

const giveBack = async ({ sql }: Pick<Transaction, 'sql'>, parts: readonly ReturnType<typeof partsOf>[number][]) =>
  parts.length > 0 && giveSpent(sql, { parts: JSON.stringify(parts) });
const giveTogether = writtenTogether(giveBack);

const giveSpent = prepared<{ parts: string }, never>(
  (p) => template`
    with g as materialized (
      select user_id, (charged_at at time zone 'UTC')::date as day, code, sum(amount) as amount
      from json_to_recordset(${p.parts}::text::json)
        as r (user_id uuid, charged_at timestamptz, code text, amount numeric) group by 1, 2, 3)
    update users u set
      spent_today = greatest(0, u.spent_today - t.total),
      spent_by_country = u.spent_by_country || (
        select jsonb_object_agg(g.code, greatest(0, (u.spent_by_country ->> g.code)::numeric - g.amount)::numeric(12, 2)::text)
        from g where g.user_id = u.id and g.day = t.day)
    from (select user_id, day, sum(amount) as total from g group by 1, 2) t
    where u.id = t.user_id and u.spent_on = t.day`,
);
