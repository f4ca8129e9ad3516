import { type ReactNode, useState } from 'react';
import { listAlarms } from '../../../src/admin/alarms/contract.ts';
import { getAdminStats, listActivity } from '../../../src/admin/contract.ts';
import { listLosses } from '../../../src/admin/figures/contract.ts';
import { listRequests } from '../../../src/admin/requests/contract.ts';
import { listRateDecks } from '../../../src/money/decks/contract.ts';
import { countPendingPayments } from '../../../src/money/payments/admin-contract.ts';
import { getBooks } from '../../../src/money/proof/contract.ts';
import { listRetention, MOST_DUE } from '../../../src/admin/retention/contract.ts';
import { ADMIN_TABS } from '../../lib/admin-tabs.ts';
import { t } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { useMay } from '../../lib/use-may.ts';
import { usePendingCount } from '../../lib/use-pending-count.ts';
import { useRead } from '../../lib/reads.ts';
import { useTab } from '../../lib/use-tab.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Only } from '../../ui/only.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, ReadFrame, Skeleton, SkeletonRows } from '../../ui/frames.tsx';
import { type TabItem, Tabs } from '../../ui/tabs.tsx';
import { Badge, Fact, formatTime } from '../../ui/values.tsx';
import { ActivityList } from './activity-list.tsx';
import { AdminGate } from './admin-gate.tsx';
import { AlarmsCard } from './alarms-card.tsx';
import { ApprovalRequests } from './approval-requests.tsx';
import { BooksCard } from './books-card.tsx';
import { BooksTab } from './books/books-tab.tsx';
import { LiveCallsTab } from './calls/live-calls-tab.tsx';
import { DeskTab } from './desk-tab.tsx';
import { FigureWarnings } from './figures/figure-warnings.tsx';
import { FiguresTab } from './figures/figures-tab.tsx';
import { PapersTab } from './papers/papers-tab.tsx';
import { countAllPapers } from '../../../src/services/numbers/papers/contract.ts';
import { countSenderRequests } from '../../../src/services/senders/contract.ts';
import { PaymentVerification } from './payments/payment-verification.tsx';
import { ClosedDestinations } from './rates/closed-destinations.tsx';
import { RatesTab } from './rates/rates-tab.tsx';
import { SendersTab } from './senders/senders-tab.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';
import { TAB_ENDPOINTS } from './tab-endpoints.ts';
import { SystemStats } from './system-stats.tsx';
import { useViewedUser } from './users/use-viewed-user.ts';
import { UserManagement } from './users/user-management.tsx';

/** For how long what people wrote and said is kept, how much is due, and when it was last swept. */
function RetentionCard() {
  const read = useRead(listRetention, {});
  return (
    <Card title={t('admin.retention.title')} description={t('admin.retention.text')}>
      <ReadFrame read={read} pending={<SkeletonRows rows={2} />}>
        {(list) => (
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
            {list.map(({ what, days, due, sweptAt }) => (
              <Fact key={what} label={t(`admin.retention.${what}`)}>
                {t('admin.retention.days', { count: days })}
                {' · '}
                {t('admin.retention.due', { count: Math.min(due, MOST_DUE) })}
                {due >= MOST_DUE && '+'}
                <span className="block text-sm text-muted">
                  {sweptAt ? t('admin.retention.swept', { time: formatTime(sweptAt) }) : t('admin.retention.never')}
                </span>
              </Fact>
            ))}
          </dl>
        )}
      </ReadFrame>
    </Card>
  );
}

/** The day on which an administrator last dismissed the reminder in this browser. */
const STORAGE_KEY = 'topline-factor-reminder';
const today = () => new Date().toISOString().slice(0, 10);

/** Asks an administrator without a second factor to set one up, each day until it is done. */
function FactorReminder() {
  const { hasSecondFactor } = useCurrentUser();
  const [putAway, setPutAway] = useState(() => localStorage.getItem(STORAGE_KEY));
  if (hasSecondFactor || putAway === today()) return null;
  const dismiss = () => {
    localStorage.setItem(STORAGE_KEY, today());
    setPutAway(today());
  };
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{t('admin.factorReminder.text')}</p>
        <Link to="/settings" className="font-medium text-accent underline">
          {t('admin.factorReminder.setUp')}
        </Link>
        <Button size="sm" variant="ghost" onClick={dismiss}>
          {t('admin.factorReminder.tomorrow')}
        </Button>
      </div>
    </Notice>
  );
}

/** The control panel at /admin: overview, users, and the payments that wait for verification. */
export const AdminPage = () => (
  <AdminGate>
    <ControlPanel />
  </AdminGate>
);

function ControlPanel() {
  const { viewed } = useViewedUser();
  const [chosen, setTab] = useTab([...ADMIN_TABS]);
  const pending = usePendingCount();
  const may = useMay();
  const { duty } = useCurrentUser();
  // A link to an account need not name the tab it stands in.
  const asked = viewed ? 'users' : chosen;
  const isClosed = !may(TAB_ENDPOINTS[asked]);
  const open = isClosed ? 'overview' : asked;
  const tabs = useAdminTabs(pending);
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl font-semibold tracking-tight">{t('admin.title')}</h2>
        {duty && <Badge>{t(`admin.users.duty.${duty}`)}</Badge>}
        <Counts pending={pending} />
      </header>
      <FactorReminder />
      {isClosed && <Notice tone="warning">{t('admin.tabClosed', { tab: t(`admin.tabs.${asked}`) })}</Notice>}
      <Only may={listRequests}>
        <ApprovalRequests />
      </Only>
      <Tabs label={t('admin.title')} value={open} onChange={setTab} tabs={tabs} />
    </div>
  );
}

/** The tabs that the administrator may use. */
function useAdminTabs(pending: number | undefined): TabItem[] {
  const may = useMay();
  const senders = useRead(countSenderRequests, {}, { enabled: may(countSenderRequests) }).data;
  const papers = useRead(countAllPapers, {}, { enabled: may(countAllPapers) }).data;
  const tab = (id: (typeof ADMIN_TABS)[number], content: ReactNode, count?: number) => ({
    id,
    label: t(`admin.tabs.${id}`),
    content,
    count,
  });
  const all = [
    tab('overview', <Overview />),
    tab('users', <UserManagement />),
    tab('payments', <PaymentVerification />, pending),
    tab('calls', <LiveCallsTab />),
    tab('prices', <RatesTab />),
    tab('figures', <FiguresTab />),
    tab('books', <BooksTab />),
    tab('senders', <SendersTab />, senders?.requested),
    tab('papers', <PapersTab />, papers && papers.byHand + papers.ports),
    tab('desk', <DeskTab />),
    tab('settings', <SettingsTab />),
  ];
  return all.filter(({ id }) => may(TAB_ENDPOINTS[id]));
}

/** How many alarms are raised, how many users there are, and how many payments wait. */
function Counts({ pending }: { pending: number | undefined }) {
  const may = useMay();
  const stats = useRead(getAdminStats, {}, { enabled: may(getAdminStats) });
  const raised = new Set(useRead(listAlarms, {}).data?.map(({ alarm }) => alarm)).size;
  return (
    <div className="flex flex-wrap gap-2">
      {raised > 0 && <Badge tone="danger">{t('admin.alarms.count', { count: raised })}</Badge>}
      <Only may={getAdminStats}>
        {stats.data ? (
          <Badge>{t('admin.totalUsers', { count: stats.data.totalUsers })}</Badge>
        ) : (
          <Skeleton className="h-5 w-20" />
        )}
      </Only>
      <Only may={countPendingPayments}>
        {pending !== undefined ? (
          <Badge tone={pending > 0 ? 'warning' : 'neutral'}>{t('admin.pendingPayments', { count: pending })}</Badge>
        ) : (
          <Skeleton className="h-5 w-32" />
        )}
      </Only>
    </div>
  );
}

function Overview() {
  return (
    <div className="flex flex-col gap-5">
      <AlarmsCard />
      <Only may={listLosses}>
        <FigureWarnings />
      </Only>
      <Only may={listRateDecks}>
        <ClosedDestinations />
      </Only>
      <Only may={getAdminStats}>
        <SystemStats />
      </Only>
      <Only may={listActivity}>
        <ActivityList />
      </Only>
      <Only may={getBooks}>
        <BooksCard />
      </Only>
      <Only may={listRetention}>
        <RetentionCard />
      </Only>
    </div>
  );
}
