import { sql as template } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { prepared } from '../../../db/prepared.ts';
import { firstDayOfMonth, startOfMonth } from '../kit/utc-month.ts';
import { type Money, parseMoney } from '../kit/money.ts';

/** The totals of the whole system now, and at the start of the UTC month. */
export interface SystemTotals {
  users: number;
  activeUsers: number;
  /** The sum of all balances. */
  credits: Money;
  /** Payments verified this month, and last month. */
  revenue: { thisMonth: Money; lastMonth: Money };
  newUsers: { thisMonth: number; lastMonth: number };
  atMonthStart: { activeUsers: number; credits: Money };
}

/**
 * The changes of each month: those already counted, and those since. Entries are looked up by their numbers one by one:
 * for a range above the checkpoint, the planner expects a third of the ledger and starts parallel workers.
 */
export const TOTALS_SQL = `
  select month, users, active_users, revenue, credits from monthly_totals
  union all
  select month, users, active_users, revenue, 0.00 from total_changes
  union all
  select date_trunc('month', e.created_at at time zone 'UTC')::date, 0, 0, 0.00, e.amount
  from (
    select generate_series(c.seq + 1, (select max(seq) from ledger_entries)) as seq from ledger_checkpoint c
    union all
    select seq from ledger_gaps
  ) uncounted join ledger_entries e on e.seq = uncounted.seq`;

interface Row {
  users: string;
  active_users: string;
  credits: string;
  revenue: string;
  last_revenue: string;
  new_users: string;
  last_new_users: string;
  active_at_start: string;
  credits_at_start: string;
}

const findTotals = prepared<{ month: string; lastMonth: string }, Row>(
  (p) => template`
    select coalesce(sum(users), 0) as users, coalesce(sum(active_users), 0) as active_users,
      coalesce(sum(credits), 0) as credits,
      coalesce(sum(revenue) filter (where month = ${p.month}::date), 0) as revenue,
      coalesce(sum(revenue) filter (where month = ${p.lastMonth}::date), 0) as last_revenue,
      coalesce(sum(users) filter (where month = ${p.month}::date), 0) as new_users,
      coalesce(sum(users) filter (where month = ${p.lastMonth}::date), 0) as last_new_users,
      coalesce(sum(active_users) filter (where month < ${p.month}::date), 0) as active_at_start,
      coalesce(sum(credits) filter (where month < ${p.month}::date), 0) as credits_at_start
    from (${template.raw(TOTALS_SQL)}) changes`,
);

/** Computes the exact totals of this moment. It reads only a few rows, whatever the size of the system. */
export async function readTotals(sql: Pick<Sql, 'unsafe'>, now: Date): Promise<SystemTotals> {
  const months = { month: firstDayOfMonth(now), lastMonth: firstDayOfMonth(startOfMonth(now, -1)) };
  const [row] = await findTotals(sql, months);
  if (!row) throw new Error('a sum returned no row');
  return {
    users: Number(row.users),
    activeUsers: Number(row.active_users),
    credits: parseMoney(row.credits),
    revenue: { thisMonth: parseMoney(row.revenue), lastMonth: parseMoney(row.last_revenue) },
    newUsers: { thisMonth: Number(row.new_users), lastMonth: Number(row.last_new_users) },
    atMonthStart: { activeUsers: Number(row.active_at_start), credits: parseMoney(row.credits_at_start) },
  };
}
