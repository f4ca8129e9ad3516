import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate } from '../lib/router.ts';
import { Palette, Tag, TrendingUp, Users } from '../ui/icons.tsx';
import { ResellerDashboard } from '../features/resale/reseller-dashboard.tsx';
import { ResellerPlans } from '../features/resale/reseller-plans.tsx';
import { t } from '../lib/i18n.ts';
import { useTab } from '../lib/use-tab.ts';
import { usePassed } from '../lib/use-passed.ts';
import { useCurrentUser } from '../state/session.ts';
import { Card, Skeleton } from '../ui/frames.tsx';
import { Tabs } from '../ui/tabs.tsx';

const CustomersTab = lazy(async () => ({
  default: (await import('../features/resale/customers-tab.tsx')).CustomersTab,
}));
const PriceForm = lazy(async () => ({ default: (await import('../features/resale/price-form.tsx')).PriceForm }));
const BrandTab = lazy(async () => ({ default: (await import('../features/resale/brand-tab.tsx')).BrandTab }));

const stacked = (content: ReactNode) => <div className="flex flex-col gap-5">{content}</div>;
const waiting = (content: ReactNode) => <Suspense fallback={<Skeleton className="h-64" />}>{content}</Suspense>;

/** Reseller Packages; while a package is running, also the reseller's own customers, prices and brand. */
export function ResellerScreen() {
  const { role, resellerExpiresAt, resold } = useCurrentUser();
  const expired = usePassed(resellerExpiresAt);
  const [tab, setTab] = useTab(['package', 'customers', 'prices', 'brand']);
  // A reseller's customers cannot resell, and must not see their reseller's rates.
  if (resold) return <Navigate to="/dashboard" search={{}} replace />;
  if (role !== 'reseller' || resellerExpiresAt === null || expired)
    return stacked(<ResellerPlans lapsed={role === 'reseller'} />);
  const prices = (
    <Card title={t('customers.prices.title')} description={t('customers.prices.text')}>
      {waiting(<PriceForm />)}
    </Card>
  );
  return (
    <Tabs
      label={t('customers.tabs.label')}
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: 'package',
          label: t('customers.tabs.package'),
          content: stacked(<ResellerDashboard expiresAt={resellerExpiresAt} />),
          icon: TrendingUp,
        },
        { id: 'customers', label: t('customers.tabs.customers'), content: waiting(<CustomersTab />), icon: Users },
        { id: 'prices', label: t('customers.tabs.prices'), content: prices, icon: Tag },
        { id: 'brand', label: t('customers.tabs.brand'), content: waiting(<BrandTab />), icon: Palette },
      ]}
    />
  );
}
