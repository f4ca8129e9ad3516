import { useRead } from '../../lib/use-read.ts';
import { getAdminStats } from '../../../src/admin/contract.ts';
import { PoundSterling, TrendingUp, UserCheck, Users } from '../../ui/icons.tsx';
import type { AdminStats } from '../../../src/admin/contract.ts';
import { t } from '../../lib/i18n.ts';
import { formatNumber } from '../../lib/locale.ts';
import { Card, StatCard } from '../../ui/card.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { growth } from './growth.ts';

/** The totals of the whole system. */
export function SystemStats() {
  return (
    <ReadFrame read={useRead(getAdminStats, {})} pending={<Totals />} failed={(words) => <Card>{words}</Card>}>
      {(stats) => <Totals data={stats} />}
    </ReadFrame>
  );
}

function Totals({ data }: { data?: AdminStats }) {
  return (
    <div className="grid grid-cols-1 gap-3 min-[420px]:grid-cols-2 lg:grid-cols-4">
      {[
        {
          label: t('admin.stats.totalUsers'),
          icon: Users,
          value: data && formatNumber(data.totalUsers),
          note: data && newUsers(data),
        },
        {
          label: t('admin.stats.activeUsers'),
          icon: UserCheck,
          value: data && formatNumber(data.activeUsers),
          note: data && growth(data.activeUsers, data.activeUsersAtMonthStart, 'monthStart'),
        },
        {
          label: t('admin.stats.totalCredits'),
          icon: PoundSterling,
          value: data && formatPounds(data.totalCredits),
          note: data && growth(data.totalCredits, data.totalCreditsAtMonthStart, 'monthStart'),
        },
        {
          label: t('admin.stats.monthlyRevenue'),
          icon: TrendingUp,
          value: data && formatPounds(data.monthlyRevenue),
          note: data && growth(data.monthlyRevenue, data.lastMonthRevenue, 'lastMonth'),
        },
      ].map(({ label, icon, value, note }) => (
        <StatCard
          key={label}
          label={label}
          icon={icon}
          value={value ?? <Skeleton className="my-1 h-6 w-24" />}
          note={note ?? <Skeleton className="h-4 w-32" />}
        />
      ))}
    </div>
  );
}

const newUsers = ({ newUsersThisMonth, newUsersLastMonth }: AdminStats): string =>
  t('admin.stats.newUsers', {
    now: formatNumber(newUsersThisMonth),
    before: formatNumber(newUsersLastMonth),
  });
