import { sql as template, type SQL } from 'drizzle-orm';

/** Messages, calls and numbers of `users u`, in a range of ids. */
interface Range {
  from: SQL;
  below: SQL | null;
}

const within = ({ from, below }: Range, id: SQL): SQL =>
  below ? template`${id} >= ${from} and ${id} < ${below}` : template`${id} >= ${from}`;

const duringTerm = (time: SQL): SQL => template`exists (
  select from reseller_terms r where r.user_id = u.id and ${time} >= r.starts_at and ${time} < r.expires_at)`;

/**
 * The usage of an account in a range of ids, as a subquery with the columns of `usage_totals`, for `users u`. Only
 * purchases made while a reseller package was running count as bought at reseller rates.
 */
export const usageIn = (range: Range): SQL => template`(
  select sms.sent as sms_sent, sms.paid as reseller_sms_paid, calls.minutes as voice_minutes,
    calls.reseller_minutes, calls.paid as reseller_minutes_paid, numbers.paid as reseller_numbers_paid,
    numbers.months as reseller_numbers
  from (
    select coalesce(sum(m.handed_over_count), 0) as sent,
      coalesce(sum(m.actual_cost) filter (where ${duringTerm(template`m.sent_at`)}), 0) as paid
    from sms_messages m where m.user_id = u.id and ${within(range, template`m.id`)}
  ) sms, (
    select coalesce(sum(c.billed_minutes), 0) as minutes,
      coalesce(sum(c.billed_minutes) filter (where ${duringTerm(template`c.called_at`)} and c.ended_at is not null), 0)
        as reseller_minutes,
      coalesce(sum(c.actual_cost) filter (where ${duringTerm(template`c.called_at`)} and c.ended_at is not null), 0)
        as paid
    from voice_calls c where c.user_id = u.id and ${within(range, template`c.id`)}
  ) calls, (
    select coalesce(sum(t.amount), 0) as paid, count(*) as months from transactions t
    where t.user_id = u.id and t.type = 'did_purchase' and t.status = 'completed'
      and ${within(range, template`t.id`)} and ${duringTerm(template`t.created_at`)}
      and not exists (select from transactions r where r.refunds_transaction_id = t.id)
  ) numbers)`;

/**
 * The first usage that is not in an account's totals; `had` is the account's row of `usage_totals`, if there is one.
 */
export const AFTER_TOTALS = template`coalesce(had.until_id, '00000000-0000-0000-0000-000000000000'::uuid)`;
