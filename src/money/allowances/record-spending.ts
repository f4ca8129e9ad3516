import { lt, sql as template, type SQL } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import { spendHours, spendPrefixes } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import { callingCodeSql } from '../figures/calling-code-sql.ts';
import { DAY_MS, HOUR_MS } from '../../platform/kit/durations.ts';

/** How many days of hours are kept: the usual hour is computed from them. */
const DAYS = 14;
/** The end of an hour is read again until so long after it, because the look before may have been that long ago. */
const LATE_MS = 120_000;

/**
 * The digits after the calling code by which numbers are told apart without a price list. In most number plans three
 * are an area code or a mobile network's block; in North America, where islands share the code 1, they are the area
 * code exactly. Fraud uses some hundred or thousand numbers that follow each other, which have them in common.
 */
const DIGITS = template.raw('3');

/** A time, as a value of the statement. */
export const momentSql = (moment: Date): SQL => template`${moment.toISOString()}::timestamptz`;

/** The first moment of the UTC hour of a time. */
export const hourOf = (moment: Date): Date => new Date(moment.getTime() - (moment.getTime() % HOUR_MS));

/**
 * Records what accounts spent in this hour: by calling code, which is today's sum of the spend limits minus what was
 * recorded for the hours before; and by the beginning of the numbers, from the messages and calls themselves, only for
 * accounts that spent something since the last look. So charges do nothing for it, and a look reads what was accepted
 * in the hour, by an index, not history.
 *
 * Numbers belong together that have the same row of the price list in use, otherwise the calling code and three
 * digits in common. A row that is shorter than the calling code counts as the calling code.
 * @returns whether anybody spent anything today
 */
export async function recordSpending(tx: Transaction): Promise<boolean> {
  const before = new Date(tx.now.getTime() - DAYS * DAY_MS);
  await tx.db.delete(spendHours).where(lt(spendHours.hour, before));
  await tx.db.delete(spendPrefixes).where(lt(spendPrefixes.hour, before));
  const [spending] = await spendersOfDay(tx.sql, { now: tx.now });
  if (!spending) return false;
  const now = momentSql(tx.now);
  const hour = momentSql(hourOf(tx.now));
  const from = hourOf(new Date(tx.now.getTime() - LATE_MS));
  await tx.db.execute(template`
    with changed as (
      insert into spend_hours (user_id, code, hour, spent)
      select u.id, c.key, ${hour}, greatest(0, c.value::numeric - coalesce(b.spent, 0))
      from users u
      cross join lateral jsonb_each_text(u.spent_by_country) c
      left join lateral (
        select sum(h.spent) as spent from spend_hours h
        where h.user_id = u.id and h.code = c.key
          and h.hour >= date_trunc('day', ${now}, 'UTC') and h.hour < ${hour}
      ) b on true
      where u.spent_on = (${now} at time zone 'UTC')::date
      order by u.id, c.key
      on conflict (user_id, code, hour) do update set spent = excluded.spent
        where spend_hours.spent <> excluded.spent
      returning user_id
    )
    insert into spend_prefixes (user_id, service, prefix, hour, deck_id, spent)
    select s.user_id, s.service, s.prefix, s.hour, case when s.listed then use.deck_id end, s.spent
    from (${spentSince(template`(select user_id from changed union ${recentSpenders(tx.now)})`, from)}) s
    left join rate_uses use on use.service = s.service
    order by 1, 2, 3, 4
    on conflict (user_id, service, prefix, hour) do update set spent = excluded.spent, deck_id = excluded.deck_id
      where spend_prefixes.spent <> excluded.spent`);
  return true;
}

/** To plan what records and finds nothing would be a third of what an idle server does. */
const spendersOfDay = prepared<{ now: Date }, object>(
  (p) => template`select from users where spent_on = (${p.now}::timestamptz at time zone 'UTC')::date limit 1`,
);

/**
 * The accounts that something was accepted for since the last look. Their sum of this hour need not have changed:
 * what an earlier hour gives back is taken from it.
 */
const recentSpenders = (now: Date): SQL => {
  const firstId = template`${firstIdAt(new Date(now.getTime() - LATE_MS))}::uuid`;
  return template`
    select u.id from users u
    where u.spent_on = (${momentSql(now)} at time zone 'UTC')::date
      and (exists (select from sms_messages m where m.user_id = u.id and m.id >= ${firstId})
        or exists (select from voice_calls c where c.user_id = u.id and c.id >= ${firstId}))`;
};

/**
 * The spending of accounts from an hour on: `user_id`, `service`, `prefix`, `hour`, `listed` (true for a
 * price list's) and `spent`. Refunds are subtracted.
 * @param accounts a query with `user_id`
 */
export function spentSince(accounts: SQL, from: Date): SQL {
  const firstId = template`${firstIdAt(from)}::uuid`;
  const hour = (at: SQL) => template`date_trunc('hour', ${at}, 'UTC')`;
  const refunded = template`r.cost = 0 and r.settled_at is not null`;
  return template`
    select w.user_id, f.* from ${accounts} w
    cross join lateral (
      select 'sms' as service, ${beginningSql('r.number', 'r.price_prefix')} as prefix, ${hour(template`m.sent_at`)} as hour,
        bool_or(r.price_prefix is not null) as listed,
        sum(case when ${refunded} then 0 else coalesce(r.counted, r.cost) end) as spent
      from sms_messages m join sms_recipients r on r.message_id = m.id
      where m.user_id = w.user_id and m.id >= ${firstId} and m.sent_at >= ${momentSql(from)}
      group by 2, 3
      union all
      select 'voice', ${beginningSql('c.destination', 'c.price_prefix')}, ${hour(template`c.called_at`)},
        bool_or(c.price_prefix is not null), sum(coalesce(c.counted, c.actual_cost))
      from voice_calls c
      where c.user_id = w.user_id and c.id >= ${firstId} and c.called_at >= ${momentSql(from)}
        and c.origin <> 'incoming'
      group by 2, 3
    ) f`;
}

/** The beginning of a number, E.164, by which it is counted. */
function beginningSql(number: string, listed: string): SQL {
  const [its, prefix] = [template.raw(number), template.raw(listed)];
  const code = callingCodeSql(its);
  return template`case when ${prefix} is null then left(${its}, length(${code}) + ${DIGITS})
    when length(${prefix}) + 1 < length(${code}) then ${code} else '+' || ${prefix} end`;
}
