import { lazy, type ReactNode, Suspense, useState } from 'react';
import { getLimits } from '../../../src/accounts/limits/contract.ts';
import { getStats, type Stats } from '../../../src/accounts/profile/contract.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { forgetKeptKey } from '../../state/fresh-key.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { SmallButton, buttonClass, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Globe, KeyRound, MessageSquareText, Phone, Wallet, Plus, RefreshCw, Send } from '../../ui/icons.tsx';
import { LimitState } from '../../ui/limit-state.tsx';
import { Money, formatPounds } from '../../ui/values.tsx';
import { Card, ReadFrame, Skeleton, StatCard } from '../../ui/frames.tsx';
import { comparePounds } from '../../lib/pounds.ts';
import { queryKeys, reread, useRead } from '../../lib/reads.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { Here } from '../../ui/only.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatestTransactions } from './latest-transactions.tsx';

const COUNTED = [
  ['smsSent', MessageSquareText, 'overall'],
  ['voiceMinutes', Phone, 'overall'],
  ['didNumbers', Globe, 'now'],
] as const;

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
        {COUNTED.map(([figure, icon, period]) => (
          <StatCard
            key={figure}
            label={t(`overview.stats.${figure}`)}
            icon={icon}
            note={t(`overview.stats.${period}`)}
            value={stats ? formatNumber(stats[figure]) : <Skeleton className="h-8 w-20" />}
          />
        ))}
        <StatCard
          label={t('overview.stats.monthlySpend')}
          icon={Wallet}
          note={t('overview.stats.month')}
          value={stats ? <Money value={stats.monthlySpend} /> : <Skeleton className="h-8 w-20" />}
        />
      </div>
    </section>
  );
}

/** The account at a glance. The figures stand there before it is known who needs the first steps, so they come first. */
export function OverviewSection() {
  return (
    <div className="flex flex-col gap-6">
      <AccountSummary />
      <WelcomeNotice />
      <LimitNotice />
      <UsageStats />
      <Here may="createApiKey">
        <FirstSteps />
      </Here>
      <BusinessOfAccount>
        <LatestTransactions />
      </BusinessOfAccount>
    </div>
  );
}

const Business = lazy(async () => ({ default: (await import('./business.tsx')).Business }));

/** A new account has nothing to draw yet, so nothing is loaded for it. What stands below waits, so that it does not move. */
function BusinessOfAccount({ children }: { children: ReactNode }) {
  const { id } = useCurrentUser();
  const { data } = useRead(getStats, { id });
  const isUsed = data && (data.smsSent !== 0 || data.voiceMinutes !== 0 || data.didNumbers !== 0);
  return (
    <>
      {isUsed && (
        <Suspense fallback={<Skeleton className="h-[36rem]" />}>
          <Business />
        </Suspense>
      )}
      <div hidden={!data}>{children}</div>
    </>
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
      <Link to="/settings" hash="limits" className="self-start text-sm font-medium text-accent hover:underline">
        {t('limits.state.change')}
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
      actions={<SmallButton onClick={forgetFreshApiKey}>{t('overview.welcome.done')}</SmallButton>}
    >
      <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{freshApiKey}</code>
        <CopyButton value={freshApiKey} label={t('overview.welcome.copy')} onCopied={forgetKeptKey} />
      </p>
    </Card>
  );
}

/** The greeting, the balance and the most frequent actions. */
function AccountSummary() {
  const user = useCurrentUser();
  const name = user.email.split('@')[0] ?? user.email;
  return (
    <section className="grid gap-6 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6 md:grid-cols-[1fr_auto] md:items-center">
      <div className="min-w-0">
        <h2 className="truncate text-2xl font-semibold tracking-tight">{t('overview.greeting', { name })}</h2>
        <div className="mt-5 flex flex-wrap gap-2">
          <Here may="createQuote">
            <Link to="/billing" className={buttonClass()}>
              <Plus aria-hidden className="size-4" />
              {t('overview.topUp')}
            </Link>
          </Here>
          <Here may="sendSms">
            <Link to="/dashboard" search={{ section: 'sms' }} className={buttonClass({ variant: 'secondary' })}>
              <Send aria-hidden className="size-4" />
              {t('overview.sendSms')}
            </Link>
          </Here>
        </div>
      </div>
      <div className="rounded-lg bg-accent-soft p-5 md:min-w-72">
        <div className="flex items-center justify-between gap-4">
          <p className="text-base font-medium text-accent">{t('overview.balance')}</p>
          <RefreshButton />
        </div>
        <p className="mt-1 text-3xl font-semibold tracking-tight">
          <Money value={user.credits} />
        </p>
        <OnHold userId={user.id} />
      </div>
    </section>
  );
}

/** The credit that running calls have set aside: it is missing from the balance until they end. */
function OnHold({ userId }: { userId: string }) {
  const onHold = useRead(getStats, { id: userId }).data?.onHold ?? '0.00';
  if (comparePounds(onHold, '0.00') === 0) return null;
  return <p className="mt-1 text-sm text-muted">{t('overview.onHold', { amount: formatPounds(onHold) })}</p>;
}

function RefreshButton() {
  const { id } = useCurrentUser();
  const refresh = useSession((session) => session.refresh);
  const [busy, setBusy] = useState(false);

  async function refreshAccount(): Promise<void> {
    setBusy(true);
    const [refreshed] = await Promise.all([refresh(), reread(queryKeys.stats(id), queryKeys.transactions(id))]);
    setBusy(false);
    if (refreshed) {
      toast(t('overview.refreshed'));
    } else if (useSession.getState().isAuthenticated) {
      // If the session has ended, another message has already said so.
      toastFailure(t('overview.refreshFailed'), t('overview.refreshFailedText'));
    }
  }

  return (
    <IconButton
      label={t('overview.refresh')}
      icon={RefreshCw}
      iconClass={busy ? 'size-4 animate-spin' : undefined}
      disabled={busy}
      onClick={() => void refreshAccount()}
      className="text-accent hover:bg-surface hover:text-accent"
    />
  );
}
