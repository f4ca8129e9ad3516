import { usePassed } from '../../lib/use-passed.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ResellerDashboard } from './reseller-dashboard.tsx';
import { ResellerPlans } from './reseller-plans.tsx';

/** Reseller Packages: the dashboard while a package runs, the plans otherwise. */
export function ResellerSection() {
  const { role, resellerExpiresAt } = useCurrentUser();
  const expired = usePassed(resellerExpiresAt);
  const running = role === 'reseller' && resellerExpiresAt !== null && !expired;
  return (
    <div className="flex flex-col gap-5">
      {running && <ResellerDashboard expiresAt={resellerExpiresAt} />}
      {!running && <ResellerPlans lapsed={role === 'reseller'} />}
    </div>
  );
}
