import { type SQL, sql as template } from 'drizzle-orm';
import type { Database, Queryable } from '../../../db/client.ts';

/** A number that is still missing then was rolled back: no transaction stays open for so long. */
const GAP_OPEN = template.raw(`interval '1 day'`);

/** How many ledger entries one statement counts. */
const STEP = 20_000;

export const totalsWait = (): SQL => template`
  exists (select from total_changes) or exists (select from uncounted_days) or exists (select from ledger_gaps)
  or (select max(seq) from ledger_entries) > (select seq from ledger_checkpoint)`;

/**
 * Adds what is new to the totals by month; one process at a time does this. The totals are exact at any time,
 * whether this has run or not: the statement that counts a change also removes it from the uncounted ones, and
 * readers add uncounted changes to the counted totals.
 */
export async function countTotals({ db }: { db: Database }): Promise<void> {
  while (await db.transaction(countOnce));
}

/** True where there is more to count. */
async function countOnce(tx: Queryable): Promise<boolean> {
  const [checkpoint] = await tx.execute<{ seq: string }>(
    template`select seq from ledger_checkpoint for update skip locked`,
  );
  if (!checkpoint) return false;
  await tx.execute(COUNT_CHANGES);
  await tx.execute(template`select count_days()`);
  const [counted] = await tx.execute<{ more: boolean }>(COUNT_ENTRIES);
  return counted?.more === true;
}

const COUNT_CHANGES = template`
  with taken as (delete from total_changes returning *)
  insert into monthly_totals as total (month, users, active_users, revenue)
  select month, sum(users), sum(active_users), sum(revenue) from taken group by month
  on conflict (month) do update set users = total.users + excluded.users,
    active_users = total.active_users + excluded.active_users, revenue = total.revenue + excluded.revenue`;

/**
 * Sequence numbers can commit out of order. A number without its entry is stored as a gap, and counted when the entry
 * appears. No transaction stays open for a day, so a number that is still missing then was rolled back.
 */
const COUNT_ENTRIES = template`
  with step as materialized (
    -- Without any entry there is no last one, and nothing to count.
    select c.seq as after,
      least(c.seq + ${template.raw(String(STEP))}, coalesce((select max(seq) from ledger_entries), c.seq)) as upto
    from ledger_checkpoint c
  ),
  waiting as materialized (
    select generate_series(after + 1, upto) as seq, false as is_gap from step
    union all
    select seq, true from ledger_gaps
  ),
  fresh as materialized (
    select e.seq, e.amount, e.created_at from waiting w join ledger_entries e on e.seq = w.seq
  ),
  closed as (
    delete from ledger_gaps
    where seq in (select seq from fresh) or passed_at < now() - ${GAP_OPEN}
  ),
  opened as (
    insert into ledger_gaps (seq, passed_at)
    select w.seq, now() from waiting w left join fresh f on f.seq = w.seq
    where not w.is_gap and f.seq is null
  ),
  moved as (
    update ledger_checkpoint c set seq = step.upto from step where step.upto > c.seq
  ),
  counted as (
    insert into monthly_totals as total (month, credits)
    select date_trunc('month', created_at at time zone 'UTC')::date, sum(amount) from fresh group by 1
    on conflict (month) do update set credits = total.credits + excluded.credits
  )
  select upto - after = ${template.raw(String(STEP))} as more from step`;
