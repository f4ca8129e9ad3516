import { AccountSummary } from './account-summary.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LimitNotice } from './limit-notice.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { UsageStats } from './usage-stats.tsx';
import { WelcomeNotice } from './welcome-notice.tsx';

/** The account at a glance. */
export function OverviewSection() {
  return (
    <div className="flex flex-col gap-6">
      <AccountSummary />
      <WelcomeNotice />
      <FirstSteps />
      <LimitNotice />
      <UsageStats />
      <RecentTransactions />
    </div>
  );
}
