import { sql as template, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { DAY_MS, HOUR_MS } from '../../platform/kit/durations.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';

/** The transaction types that spend credit or refund it; all others only move it. */
const SPENDS = template.raw(
  `('sms_charge', 'voice_charge', 'did_purchase', 'voice_package', 'reseller_package', 'refund', 'other')`,
);

/** A refund counts for the type that it refunds. */
const TYPE = template`coalesce(c.type, t.type)`;
const TYPED = template`transactions t left join transactions c on c.id = t.refunds_transaction_id`;

const startOf = (day: SQL): SQL => template`((${day})::timestamp at time zone 'UTC')`;
const dayOf = (time: SQL): SQL => template`(${time} at time zone 'UTC')::date`;

/** What an account spent on UTC days, as `day`, `type`, `spent`: of days that were counted their sums. @param end not included */
export const spentSql = ({ userId, start, end }: { userId: SQL; start: SQL; end: SQL }): SQL => template`(
  select day, type, spent from spend_days
  where user_id = ${userId} and day >= ${start}::date and day < ${end}::date
  union all
  select ${dayOf(template`e.created_at`)}, t.type, -e.amount
  from ledger_checkpoint k
  -- In this order, however many entries the planner expects.
  cross join lateral (
    select * from ledger_entries where user_id = ${userId} and created_at < ${startOf(template`${end}::date`)}
      and created_at >= ${startOf(template`greatest(k.spent_until, ${start}::date)`)} offset 0) e
  cross join lateral (select ${TYPE} as type from ${TYPED} where t.id = e.transaction_id limit 1) t
  where t.type in ${SPENDS})`;

/** The spending of `users u` from the first day of a month on, as text. */
export const monthlySpendSql = (month: SQL): SQL => template`(select coalesce(sum(spent), 0)::numeric(12, 2)::text
  from ${spentSql({ userId: template`u.id`, start: month, end: template`'infinity'` })} spent)`;

/** Counts days that have been over for an hour: no transaction stays open for so long, so nothing is added to them. */
export async function countSpending({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const lastStart = clock.now().getTime() - DAY_MS - HOUR_MS;
  for (let counted = true; counted;) {
    counted = await db.transaction(async (tx) => {
      const [due] = await tx.execute<{ day: string }>(template`
        select greatest(spent_until, first.day)::text as day from ledger_checkpoint, (
          select ${dayOf(template`created_at`)} - 1 as day from ledger_entries order by seq limit 1) first
        for update of ledger_checkpoint skip locked`);
      const start = due ? Date.parse(due.day) : Infinity;
      if (start > lastStart) return false;
      // An id is made in the moment of its entry, or soon after.
      const ids = [start - HOUR_MS, start + 2 * DAY_MS].map((time) => template`${firstIdAt(new Date(time))}::uuid`);
      await tx.execute(template`
        insert into spend_days (user_id, day, type, spent)
        select e.user_id, ${due?.day}::date, ${TYPE}, -sum(e.amount) from ledger_entries e join ${TYPED} on t.id = e.transaction_id
        where e.id >= ${ids[0]} and e.id < ${ids[1]} and ${dayOf(template`e.created_at`)} = ${due?.day}::date
          and ${TYPE} in ${SPENDS}
        group by 1, 3`);
      await tx.execute(template`update ledger_checkpoint set spent_until = ${due?.day}::date + 1`);
      return true;
    });
  }
}
