import { sql as template, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import { callingCodeSql } from '../figures/calling-code-sql.ts';
import { hourOf, momentSql } from './record-spending.ts';

/** A sudden rise is this many times the usual hour. */
const TIMES_USUAL = template.raw('10');

/**
 * Where a message costs no more than this, in pounds, what an account has paid in counts: nobody earns from such messages,
 * so that a burst of them is a shop's morning sooner than fraud.
 */
const ORDINARY_RATE = template.raw('0.10');
/** So much of what was paid in and verified in the last 90 days may go in an hour, at most this many times the sum for all. */
const PAID_SHARE = template.raw('0.75');
const MOST_TIMES = template.raw('5');

/** Above which sum of an hour the spending of `h.user_id` can be a sudden rise. */
const aboveSql = (most: SQL, now: SQL, ordinary: SQL): SQL => template`
  case when ${ordinary} then greatest(${most}, least(${MOST_TIMES} * ${most}, ${PAID_SHARE} * coalesce((
    select sum(coalesce(t.received_amount, t.amount) - coalesce((
      select sum(v.amount) from payment_reversals v where v.transaction_id = t.id), 0))
    from transactions t
    where t.user_id = h.user_id and t.cryptocurrency is not null and t.status = 'verified'
      and t.settled_at > ${now} - interval '90 days'), 0))) else ${most} end`;

/** An account that spent much more than usual on numbers with one beginning. */
export interface Rise extends Record<string, unknown> {
  user_id: string;
  /** A calling code or a longer beginning, with the plus. */
  code: string;
  /** In this hour and in a usual one, in pounds. */
  spent: string;
  usual: string;
}

/**
 * The sudden rises of this hour, in one look. A beginning of numbers rises by itself. A calling code rises by what is
 * left of it without the beginnings that rose or are stopped: so an attack on some numbers of a country leaves its
 * other numbers open, and one that is spread over very many is found as well. Nothing is found twice in a day, nor in
 * what was stopped and allowed again that day.
 * @param above pounds in an hour; costs up to this are never a sudden rise, nor more than that by messages of an ordinary
 *   price for who has paid in (`aboveSql`)
 */
export async function findRises(tx: Transaction, above: string): Promise<readonly Rise[]> {
  const hour = momentSql(hourOf(tx.now));
  const [most, now] = [template`${above}::numeric`, momentSql(tx.now)];
  const answered = (code: string): SQL => template`(${template.raw(code)} ^@ any (u.stopped_codes) or exists (
      select from sudden_rises r where r.user_id = u.id and ${template.raw(code)} ^@ r.code
        and r.stopped_at > ${now} - interval '1 day'))`;
  return tx.db.execute<Rise>(template`
    with here as materialized (
      select h.user_id, h.prefix, ${callingCodeSql(template`h.prefix`)} as code, h.spent,
        ${answered('h.prefix')} as answered, case when h.spent > ${most} then ${usualSql(hour)} end as usual,
        h.service = 'sms' and not exists (
          select from rate_rows w
          where w.deck_id = h.deck_id and w.prefix = substr(h.prefix, 2) and w.rate > ${ORDINARY_RATE}) as ordinary
      from spend_prefixes h join users u on u.id = h.user_id where h.hour = ${hour}
    ),
    risen as materialized (
      select distinct on (user_id, prefix) user_id, prefix, spent, usual from here h
      where spent > ${most} and not answered and spent > ${TIMES_USUAL} * usual
        and spent > ${aboveSql(most, now, template`h.ordinary`)}
      order by user_id, prefix, spent desc
    )
    select user_id, prefix as code, spent::text, usual::numeric(12, 2)::text as usual from risen
    union all
    select h.user_id, h.code, rest.spent::text, coalesce(p.usual, 0)::numeric(12, 2)::text
    from spend_hours h
    join users u on u.id = h.user_id
    cross join lateral (
      select h.spent - coalesce(sum(s.spent), 0) as spent from here s
      where s.user_id = h.user_id and s.code = h.code
        and (s.answered or exists (select from risen r where r.user_id = s.user_id and r.prefix = s.prefix))
    ) rest
    left join lateral (
      select avg(p.spent) as usual from spend_hours p
      where p.user_id = h.user_id and p.code = h.code and p.hour < h.hour and p.spent > 0
    ) p on true
    where h.hour = ${hour} and h.spent > ${most} and rest.spent > ${most}
      and rest.spent > ${TIMES_USUAL} * coalesce(p.usual, 0) and not ${answered('h.code')}
      and rest.spent > ${aboveSql(
        most,
        now,
        template`(
        select bool_and(s.ordinary) from here s where s.user_id = h.user_id and s.code = h.code)`,
      )}`);
}

/** In place of the beginning of numbers: an account's whole UTC day. No number begins so, so that nothing is stopped by it. */
export const WHOLE_DAY = '*';
/** A day varies less than an hour of one destination does. */
const TIMES_USUAL_DAY = template.raw('5');

/** The accounts whose day has come to much more than a usual one of their own, each found once a day; of one or of all. */
export async function findRisenDays(tx: Transaction, above: string, userId: string | null): Promise<readonly Rise[]> {
  const day = momentSql(new Date(tx.now.toISOString().slice(0, 10)));
  return tx.db.execute<Rise>(template`
    select d.user_id, ${WHOLE_DAY} as code, d.spent::text, usual.spent::numeric(12, 2)::text as usual
    from (
      select user_id, sum(spent) as spent from spend_hours
      where hour >= ${day} and (${userId}::uuid is null or user_id = ${userId}::uuid)
      group by 1 having sum(spent) > ${above}::numeric
    ) d
    cross join lateral (
      select avg(spent) as spent from (
        select sum(h.spent) as spent from spend_hours h
        where h.user_id = d.user_id and h.hour < ${day} and h.spent > 0
        group by date_trunc('day', h.hour, 'UTC')
      ) days
    ) usual
    where d.spent > ${TIMES_USUAL_DAY} * usual.spent and not exists (
      select from sudden_rises r where r.user_id = d.user_id and r.code = ${WHOLE_DAY} and r.stopped_at >= ${day})`);
}

/**
 * An account's usual spending in an hour on numbers with the beginning `h.prefix`: the average of those hours
 * of the last 14 days in which it spent anything there. Some hours were split up in another way: another
 * price list was in use, or this one did not have the prefix yet. For those, all spending in the country in
 * such an hour counts as usual, if that is more.
 */
const usualSql = (hour: SQL): SQL => template`
  greatest(
    coalesce((
      select avg(o.spent) from spend_prefixes o
      where o.user_id = h.user_id and o.service = h.service and o.prefix = h.prefix and o.hour < ${hour}
        and o.spent > 0), 0),
    coalesce((
      select avg(c.spent) from spend_hours c
      where c.user_id = h.user_id and c.code = ${callingCodeSql(template`h.prefix`)} and c.hour < ${hour} and c.spent > 0
        and (c.hour < (
            select min(w.valid_from) from rate_rows w
            where w.deck_id = h.deck_id and w.prefix = substr(h.prefix, 2))
          or not exists (
            select from spend_prefixes q where q.hour = c.hour and q.user_id = c.user_id and q.prefix ^@ c.code)
          or exists (
            select from spend_prefixes q
            where q.hour = c.hour and q.user_id = c.user_id and q.service = h.service and q.prefix ^@ c.code
              and q.deck_id is distinct from h.deck_id))), 0))`;
