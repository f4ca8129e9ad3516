import { getAdminStats, listActivity, listUsers } from '../../../src/admin/contract.ts';
import { listPendingPayments } from '../../../src/money/payments/admin-contract.ts';
import { getBooks } from '../../../src/money/proof/contract.ts';
import { Link } from '../../lib/router.ts';
import { t } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Only } from '../../ui/only.tsx';
import { Together } from '../../ui/together.tsx';
import { AdminGate } from './admin-gate.tsx';
import { AlarmsCard } from './alarms-card.tsx';
import { ActivityList } from './activity-list.tsx';
import { BooksCard } from './books-card.tsx';
import { PaymentQueue } from './payments/queue/payment-queue.tsx';
import { SystemStats } from './system-stats.tsx';
import { UserManagement } from './users/user-management.tsx';

/** The administrator's block inside the dashboard: the control panel's parts on one page. */
export const AdminSection = () => (
  <AdminGate>
    <Together>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">{t('admin.intro')}</p>
          <Link to="/admin" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('admin.open')}
          </Link>
        </div>
        <AlarmsCard />
        <Only may={listPendingPayments}>
          <PaymentQueue title={t('admin.payments.title')} verifyNeedsHash />
        </Only>
        <Only may={listUsers}>
          <UserManagement />
        </Only>
        <Only may={getAdminStats}>
          <section className="flex flex-col gap-3">
            <h2 className="text-lg font-semibold">{t('admin.stats.title')}</h2>
            <SystemStats />
          </section>
        </Only>
        <Only may={getBooks}>
          <BooksCard />
        </Only>
        <Only may={listActivity}>
          <ActivityList title={t('admin.activity.recentTitle')} />
        </Only>
      </div>
    </Together>
  </AdminGate>
);
