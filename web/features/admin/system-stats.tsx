import { useQuery } from '@tanstack/react-query';
import { PoundSterling, TrendingUp, UserCheck, Users } from 'lucide-react';
import type { AdminStats } from '../../../src/admin/contract.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Card, StatCard } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The totals of the whole system. */
export function SystemStats() {
  const stats = useQuery<AdminStats>({ queryKey: queryKeys.adminStats });
  if (stats.isError) {
    return (
      <Card>
        <ErrorState onRetry={() => void stats.refetch()} />
      </Card>
    );
  }
  const { data } = stats;
  return (
    <div className="grid grid-cols-1 gap-3 min-[420px]:grid-cols-2 lg:grid-cols-4">
      {[
        {
          label: t('admin.stats.totalUsers'),
          icon: <Users aria-hidden className="size-4" />,
          value: data?.totalUsers.toLocaleString('en-GB'),
          note: data && t('admin.stats.suspended', { count: data.totalUsers - data.activeUsers }),
        },
        {
          label: t('admin.stats.activeUsers'),
          icon: <UserCheck aria-hidden className="size-4" />,
          value: data?.activeUsers.toLocaleString('en-GB'),
          note: data && t('admin.stats.activeShare', { percent: activeShare(data) }),
        },
        {
          label: t('admin.stats.totalCredits'),
          icon: <PoundSterling aria-hidden className="size-4" />,
          value: data && formatPounds(data.totalCredits),
          note: data && t('admin.stats.allBalances'),
        },
        {
          label: t('admin.stats.monthlyRevenue'),
          icon: <TrendingUp aria-hidden className="size-4" />,
          value: data && formatPounds(data.monthlyRevenue),
          note: data && t('admin.stats.thisMonth'),
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

const activeShare = ({ activeUsers, totalUsers }: AdminStats): number =>
  totalUsers === 0 ? 0 : Math.round((activeUsers / totalUsers) * 100);
