import { sql as template } from 'drizzle-orm';
import { statement } from '../../db/statement.ts';
import type { Deps } from '../deps.ts';
import { startOfMonth } from '../kit/utc-month.ts';
import type { AdminStats } from './contract.ts';

interface Row {
  total_users: string;
  active_users: string;
  total_credits: string;
  monthly_revenue: string;
}

const findStats = statement<{ monthStart: Date }, Row>(
  (p) => template`
    select count(*) as total_users, count(*) filter (where status = 'active') as active_users,
      coalesce(sum(credits), 0) as total_credits,
      (select coalesce(sum(amount), 0) from transactions
        where status = 'verified' and settled_at >= ${p.monthStart}::timestamptz) as monthly_revenue
    from users`,
);

/** Totals of the whole system: the two amounts are the only money that the contract makes numbers. */
export async function getAdminStats({ sql, clock }: Deps): Promise<AdminStats> {
  const [row] = await findStats(sql, { monthStart: startOfMonth(clock.now()) });
  return {
    totalUsers: Number(row?.total_users ?? 0),
    activeUsers: Number(row?.active_users ?? 0),
    totalCredits: Number(row?.total_credits ?? 0),
    monthlyRevenue: Number(row?.monthly_revenue ?? 0),
  };
}
