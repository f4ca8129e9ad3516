import type { Rule } from './rule.ts';

/** The rules for what an account's spend limits count on the present day. */
export const SPEND_RULES: readonly Rule[] = [
  {
    // A charge that ran at midnight may count on the new day; then its refund does not count.
    rule: `what counts against a day's spend limit is the day's charges less their refunds, package minutes, and what carriers ask beyond the price`,
    over: 'users',
    broken: `
      select u.id::text as subject, (coalesce(c.of_day, 0.00) + p.of_day + coalesce(m.of_day, 0))::text as expected, u.spent_today::text as found
      from each_user u
      left join (
        select t.user_id, s.spent_on,
          coalesce(sum(net) filter (where (t.created_at at time zone 'UTC')::date = s.spent_on), 0) as of_day,
          sum(t.amount) filter (where (t.created_at at time zone 'UTC')::date < s.spent_on) as before
        from each_user s
        join transactions t on t.user_id = s.id and t.type in ('sms_charge', 'voice_charge')
          and t.created_at >= s.spent_on::timestamp at time zone 'UTC' - interval '1 minute'
        left join lateral (
          select t.amount - coalesce(sum(r.amount), 0) as net from transactions r
          where r.refunds_transaction_id = t.id
        ) r on true
        group by t.user_id, s.spent_on
      ) c on c.user_id = u.id
      cross join lateral (
        select coalesce(sum(v.counted - v.actual_cost)
            filter (where (coalesce(v.held_at, v.called_at) at time zone 'UTC')::date = u.spent_on), 0) as of_day,
          coalesce(sum(v.counted - v.actual_cost)
            filter (where (coalesce(v.held_at, v.called_at) at time zone 'UTC')::date < u.spent_on), 0) as before
        from voice_calls v
        where v.user_id = u.id and coalesce(v.held_at, v.called_at) >= u.spent_on::timestamp at time zone 'UTC' - interval '1 minute'
      ) p
      left join (
        select s.id as user_id,
          coalesce(sum(r.counted - r.cost) filter (where (m.sent_at at time zone 'UTC')::date = s.spent_on), 0) as of_day,
          coalesce(sum(r.counted - r.cost) filter (where (m.sent_at at time zone 'UTC')::date < s.spent_on), 0) as before
        from sms_recipients r
        join sms_messages m on m.id = r.message_id
        join each_user s on s.id = m.user_id and m.sent_at >= s.spent_on::timestamp at time zone 'UTC' - interval '1 minute'
        where r.counted is not null and r.cost > 0
        group by s.id
      ) m on m.user_id = u.id
      where u.spent_on is not null
        and u.spent_today not between coalesce(c.of_day, 0) + p.of_day + coalesce(m.of_day, 0)
          and coalesce(c.of_day, 0) + coalesce(c.before, 0) + p.of_day + p.before + coalesce(m.of_day + m.before, 0)`,
  },
  {
    // Spending on the day of the upgrade, but before the upgrade, is only in the total.
    rule: 'what was spent by country is part of what was spent in the day',
    over: 'users',
    broken: `
      select u.id::text as subject, '<= ' || u.spent_today as expected, c.total::text as found
      from each_user u
      join lateral (select sum(value::numeric) as total, min(value::numeric) as least
        from jsonb_each_text(u.spent_by_country)) c on true
      where c.total > u.spent_today or c.least < 0`,
  },
  {
    rule: `an account's days add up what became of its messages`,
    over: 'users',
    broken: `
      select user_id::text as subject, day || ' 0 0 0 0 0 0' as expected, concat_ws(' ', day, sum(recipients),
        sum(delivered), sum(failed), sum(opted_out), sum(handed_over), sum(cancelled)) as found
      from (
        select d.* from each_user u cross join lateral days_of_messages(u.id) d
        union all
        select user_id, (sent_at at time zone 'UTC')::date, queued_count - recipient_count, -delivered_count,
          -failed_count, -opted_out_count, -handed_over_count, -cancelled_count from sms_messages
      ) days
      where user_id in (select id from each_user) group by user_id, day
      having (sum(recipients), sum(delivered), sum(failed), sum(opted_out), sum(handed_over), sum(cancelled))
        <> (0, 0, 0, 0, 0, 0)`,
  },
];
