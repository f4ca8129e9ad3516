import { useRead } from '../../lib/reads.ts';
import { getAdminStats, type AdminStats } from '../../../src/admin/contract.ts';
import { PoundSterling, TrendingUp, UserCheck, Users } from '../../ui/icons.tsx';
import { formatNumber, numberFormat, t } from '../../lib/i18n.ts';
import { formatPounds } from '../../ui/values.tsx';
import { Card, ReadFrame, Skeleton, StatCard } from '../../ui/frames.tsx';
import { TabLink } from './tab-link.tsx';

/** The totals of the whole system. */
export function SystemStats() {
  return (
    <ReadFrame
      read={useRead(getAdminStats, {}, { everyMs: 15_000 })}
      pending={<Totals />}
      failed={(words) => <Card>{words}</Card>}
    >
      {(stats) => <Totals data={stats} />}
    </ReadFrame>
  );
}

function Totals({ data }: { data?: AdminStats }) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {[
        {
          label: t('admin.stats.totalUsers'),
          icon: Users,
          value: data && formatNumber(data.totalUsers),
          note: data && t('admin.stats.newUsers', { now: data.newUsersThisMonth, before: data.newUsersLastMonth }),
        },
        {
          label: t('admin.stats.activeUsers'),
          icon: UserCheck,
          value: data && formatNumber(data.activeUsers),
          note: data && growth(data.activeUsers, data.activeUsersAtMonthStart, 'monthStart'),
          counts: t('admin.stats.activeIs'),
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
          counts: t('admin.stats.revenueIs'),
          link: <TabLink tab="books" />,
        },
      ].map(({ label, icon, value, note, counts, link }) => (
        <StatCard
          key={label}
          label={label}
          icon={icon}
          value={value ?? <Skeleton className="my-1 h-6 w-24" />}
          note={
            <>
              {note ?? <Skeleton className="h-4 w-32" />}
              <span className="block">
                {counts} {link}
              </span>
            </>
          }
        />
      ))}
    </div>
  );
}

/** The earlier value with which a figure is compared: the beginning of this month, or all of the last one. */
type Since = 'monthStart' | 'lastMonth';

/** How much a figure has grown, in a sentence; there is no percentage of nothing. */
export function growth(now: number, before: number, since: Since): string {
  if (now === before) return t(`admin.stats.growth.same.${since}`);
  if (before === 0) return t(`admin.stats.growth.none.${since}`);
  const change = numberFormat({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return t(`admin.stats.growth.change.${since}`, { change: change.format(now / before - 1) });
}
