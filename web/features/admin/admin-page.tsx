import type { ReactNode } from 'react';
import { useRead } from '../../lib/use-read.ts';
import { listAlarms } from '../../../src/admin/alarms/contract.ts';
import { getAdminStats } from '../../../src/admin/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useTab } from '../../lib/use-tab.ts';
import { usePendingCount } from '../../lib/use-pending-count.ts';
import { useSession } from '../../state/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type TabItem, Tabs } from '../../ui/tabs.tsx';
import { ADMIN_TABS } from '../../lib/admin-tabs.ts';
import { AdminGate } from './admin-gate.tsx';
import { AlarmsCard } from './alarms-card.tsx';
import { ActivityList } from './activity-list.tsx';
import { LiveCallsTab } from './calls/live-calls-tab.tsx';
import { FigureWarnings } from './figures/figure-warnings.tsx';
import { FiguresTab } from './figures/figures-tab.tsx';
import { FactorReminder } from './factor-reminder.tsx';
import { ApprovalRequests } from './approval-requests.tsx';
import { BooksCard } from './books-card.tsx';
import { BooksTab } from './books/books-tab.tsx';
import { PaymentVerification } from './payments/payment-verification.tsx';
import { PapersTab } from './papers/papers-tab.tsx';
import { usePapersCounts } from './papers/use-papers-counts.ts';
import { ClosedDestinations } from './rates/closed-destinations.tsx';
import { RatesTab } from './rates/rates-tab.tsx';
import { RetentionCard } from './retention-card.tsx';
import { SendersTab } from './senders/senders-tab.tsx';
import { useSenderCounts } from './senders/use-sender-counts.ts';
import { SettingsTab } from './settings/settings-tab.tsx';
import { SystemStats } from './system-stats.tsx';
import { UserManagement } from './users/user-management.tsx';
import { useViewedUser } from './users/use-viewed-user.ts';

/** The control panel at /admin: overview, users, and the payments that wait for verification. */
export function AdminPage() {
  const isAdmin = useSession((session) => session.user?.role === 'admin');
  return isAdmin ? (
    <AdminGate>
      <ControlPanel />
    </AdminGate>
  ) : null;
}

function ControlPanel() {
  const { viewed } = useViewedUser();
  const [chosen, setTab] = useTab([...ADMIN_TABS]);
  const pending = usePendingCount();
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl font-semibold tracking-tight">{t('admin.title')}</h2>
        <Counts pending={pending} />
      </header>
      <FactorReminder />
      <ApprovalRequests />
      <Tabs
        label={t('admin.title')}
        // A link to an account need not name the tab it stands in.
        value={viewed ? 'users' : chosen}
        onChange={setTab}
        tabs={useAdminTabs(pending)}
      />
    </div>
  );
}

function useAdminTabs(pending: number | undefined): TabItem[] {
  const senders = useSenderCounts();
  const papers = usePapersCounts();
  const tab = (id: (typeof ADMIN_TABS)[number], content: ReactNode, count?: number): TabItem => ({
    id,
    label: t(`admin.tabs.${id}`),
    content,
    count,
  });
  return [
    tab('overview', <Overview />),
    tab('users', <UserManagement />),
    tab('payments', <PaymentVerification />, pending),
    tab('calls', <LiveCallsTab />),
    tab('prices', <RatesTab />),
    tab('figures', <FiguresTab />),
    tab('books', <BooksTab />),
    tab('senders', <SendersTab />, senders?.requested),
    tab('papers', <PapersTab />, papers?.byHand),
    tab('settings', <SettingsTab />),
  ];
}

/** How many alarms are raised, how many users there are, and how many payments wait. */
function Counts({ pending }: { pending: number | undefined }) {
  const stats = useRead(getAdminStats, {});
  const raised = new Set(useRead(listAlarms, {}).data?.map(({ alarm }) => alarm)).size;
  return (
    <div className="flex flex-wrap gap-2">
      {raised > 0 && <Badge tone="danger">{t('admin.alarms.count', { count: raised })}</Badge>}
      {stats.data ? (
        <Badge>{t('admin.totalUsers', { count: stats.data.totalUsers })}</Badge>
      ) : (
        <Skeleton className="h-5 w-20" />
      )}
      {pending !== undefined ? (
        <Badge tone={pending > 0 ? 'warning' : 'neutral'}>
          {t('admin.pendingPayments', { count: pending })}
        </Badge>
      ) : (
        <Skeleton className="h-5 w-32" />
      )}
    </div>
  );
}

function Overview() {
  return (
    <div className="flex flex-col gap-5">
      <AlarmsCard />
      <FigureWarnings />
      <ClosedDestinations />
      <SystemStats />
      <BooksCard />
      <RetentionCard />
      <ActivityList />
    </div>
  );
}
