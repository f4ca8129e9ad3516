import { getLimits } from '../../../src/accounts/limits/contract.ts';
import { getStats, type Stats } from '../../../src/accounts/profile/contract.ts';
import { t } from '../../lib/i18n.ts';
import { formatNumber } from '../../lib/locale.ts';
import { Link } from '../../lib/router.ts';
import { useRead } from '../../lib/use-read.ts';
import { forgetKeptKey } from '../../state/fresh-key.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, StatCard } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Globe, KeyRound, MessageSquareText, Phone, Wallet } from '../../ui/icons.tsx';
import { LimitState } from '../../ui/limit-state.tsx';
import { Money } from '../../ui/money.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountSummary } from './account-summary.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RecentTransactions } from './recent-transactions.tsx';

const ICONS = {
  smsSent: MessageSquareText,
  voiceMinutes: Phone,
  didNumbers: Globe,
  monthlySpend: Wallet,
} as const;

const FIGURES = ['smsSent', 'voiceMinutes', 'didNumbers', 'monthlySpend'] as const;

/** Four figures about the use of the account. */
function UsageStats() {
  const { id } = useCurrentUser();
  return (
    <ReadFrame read={useRead(getStats, { id })} pending={<Figures />}>
      {(stats) => <Figures stats={stats} />}
    </ReadFrame>
  );
}

function Figures({ stats }: { stats?: Stats }) {
  return (
    <section aria-label={t('overview.stats.heading')} aria-busy={!stats}>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {FIGURES.map((figure) => {
          const Icon = ICONS[figure];
          return (
            <StatCard
              key={figure}
              label={t(`overview.stats.${figure}`)}
              icon={Icon}
              value={stats ? <Figure stats={stats} figure={figure} /> : <Skeleton className="h-8 w-20" />}
            />
          );
        })}
      </div>
    </section>
  );
}

function Figure({ stats, figure }: { stats: Stats; figure: (typeof FIGURES)[number] }) {
  if (figure === 'monthlySpend') return <Money value={stats.monthlySpend} />;
  return formatNumber(stats[figure]);
}

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

/** Where a spend limit was reached today: that it was, and where to change it. */
function LimitNotice() {
  const { id } = useCurrentUser();
  const { data } = useRead(getLimits, { id });
  if (!data?.reachedAt && !data?.liftedUntil) return null;
  return (
    <div className="flex flex-col gap-2">
      <LimitState limits={data} />
      <Link to="/settings" className="self-start text-sm font-medium text-accent hover:underline">
        {t('limits.change')}
      </Link>
    </div>
  );
}

/** Right after registering: the whole API key, this one time, until it is copied or dismissed. */
function WelcomeNotice() {
  const { user, freshApiKey, forgetFreshApiKey } = useSession();
  // The key was replaced meanwhile, or it belongs to another person who signed in in another tab.
  if (!freshApiKey || freshApiKey.slice(-4) !== user?.apiKey.slice(-4)) return null;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <KeyRound aria-hidden className="size-4 text-accent" />
          {t('overview.welcome.title')}
        </span>
      }
      description={t('overview.welcome.text')}
      actions={
        <Button size="sm" variant="secondary" onClick={forgetFreshApiKey}>
          {t('overview.welcome.done')}
        </Button>
      }
    >
      <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{freshApiKey}</code>
        <CopyButton value={freshApiKey} label={t('overview.welcome.copy')} onCopied={forgetKeptKey} />
      </p>
    </Card>
  );
}
