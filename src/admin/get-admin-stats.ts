import type { Deps } from '../services/deps.ts';
import { formatMoney, type Money, parseMoney } from '../platform/kit/money.ts';
import { readTotals } from '../platform/totals/read-totals.ts';
import type { AdminStats } from './contract.ts';

/** Totals of the whole system. These amounts are the only money that the contract sends as numbers. */
export async function getAdminStats({ sql, clock, config }: Deps): Promise<AdminStats> {
  const { users, activeUsers, credits, revenue, newUsers, atMonthStart } = await readTotals(sql, clock.now());
  return {
    totalUsers: users,
    activeUsers,
    totalCredits: pounds(credits),
    monthlyRevenue: pounds(revenue.thisMonth),
    newUsersThisMonth: newUsers.thisMonth,
    newUsersLastMonth: newUsers.lastMonth,
    activeUsersAtMonthStart: atMonthStart.activeUsers,
    totalCreditsAtMonthStart: pounds(atMonthStart.credits),
    lastMonthRevenue: pounds(revenue.lastMonth),
    approvalAbove: config.approvalAboveGbp === null ? null : formatMoney(parseMoney(config.approvalAboveGbp)),
  };
}

const pounds = (amount: Money): number => Number(formatMoney(amount));
