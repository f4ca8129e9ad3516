import { Link } from '../../lib/router.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { AdminGate } from './admin-gate.tsx';
import { AlarmsCard } from './alarms-card.tsx';
import { ActivityList } from './activity-list.tsx';
import { BooksCard } from './books-card.tsx';
import { PaymentQueue } from './payments/queue/payment-queue.tsx';
import { SystemStats } from './system-stats.tsx';
import { UserManagement } from './users/user-management.tsx';

/** The administrator's block inside the dashboard: the control panel's parts on one page. */
export function AdminSection() {
  const isAdmin = useSession((session) => session.user?.role === 'admin');
  return isAdmin ? (
    <AdminGate>
      <Blocks />
    </AdminGate>
  ) : null;
}

function Blocks() {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t('admin.intro')}</p>
        <Link to="/admin" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {t('admin.open')}
        </Link>
      </div>
      <AlarmsCard />
      <PaymentQueue title={t('admin.payments.title')} verifyNeedsHash />
      <UserManagement />
      <section className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">{t('admin.stats.title')}</h2>
        <SystemStats />
      </section>
      <BooksCard />
      <ActivityList title={t('admin.activity.recentTitle')} />
    </div>
  );
}
