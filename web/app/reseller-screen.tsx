import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate } from '../lib/router.ts';
import { Palette, Tag, TrendingUp, Users } from '../ui/icons.tsx';
import { ResellerSection } from '../features/resale/reseller-section.tsx';
import { t } from '../lib/i18n.ts';
import { useTab } from '../lib/use-tab.ts';
import { usePassed } from '../lib/use-passed.ts';
import { useCurrentUser } from '../state/session.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';

const CustomersTab = lazy(async () => ({
  default: (await import('../features/resale/customers-tab.tsx')).CustomersTab,
}));
const PricesTab = lazy(async () => ({ default: (await import('../features/resale/prices-tab.tsx')).PricesTab }));
const BrandTab = lazy(async () => ({ default: (await import('../features/resale/brand-tab.tsx')).BrandTab }));

const waiting = (content: ReactNode) => <Suspense fallback={<Skeleton className="h-64" />}>{content}</Suspense>;

/** Reseller Packages; while a package is running, also the reseller's own customers, prices and brand. */
export function ResellerScreen() {
  const { role, resellerExpiresAt, resold } = useCurrentUser();
  const expired = usePassed(resellerExpiresAt);
  const [tab, setTab] = useTab(['package', 'customers', 'prices', 'brand']);
  // A reseller's customers cannot resell, and must not see their reseller's rates.
  if (resold) return <Navigate to="/dashboard" search={{}} replace />;
  if (role !== 'reseller' || resellerExpiresAt === null || expired) return <ResellerSection />;
  return (
    <Tabs
      label={t('customers.tabs.label')}
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'package', label: t('customers.tabs.package'), content: <ResellerSection />, icon: TrendingUp },
        { id: 'customers', label: t('customers.tabs.customers'), content: waiting(<CustomersTab />), icon: Users },
        { id: 'prices', label: t('customers.tabs.prices'), content: waiting(<PricesTab />), icon: Tag },
        { id: 'brand', label: t('customers.tabs.brand'), content: waiting(<BrandTab />), icon: Palette },
      ]}
    />
  );
}
