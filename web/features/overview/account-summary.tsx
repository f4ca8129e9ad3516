import { useState } from 'react';
import { Link } from '../../lib/router.ts';
import { Plus, RefreshCw, Send } from '../../ui/icons.tsx';
import { getStats } from '../../../src/accounts/profile/contract.ts';
import { t } from '../../lib/i18n.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useRead } from '../../lib/use-read.ts';
import { reread } from '../../lib/invalidate.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Money } from '../../ui/money.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';

/** The greeting, the balance and the most frequent actions. */
export function AccountSummary() {
  const user = useCurrentUser();
  const name = user.email.split('@')[0] ?? user.email;
  return (
    <section className="grid gap-6 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6 md:grid-cols-[1fr_auto] md:items-center">
      <div className="min-w-0">
        <h2 className="truncate text-2xl font-semibold tracking-tight">{t('overview.greeting', { name })}</h2>
        <p className="mt-1 text-lg text-muted">{t('overview.greetingText')}</p>
        <div className="mt-5 flex flex-wrap gap-2">
          <Link to="/billing" className={buttonClass()}>
            <Plus aria-hidden className="size-4" />
            {t('overview.topUp')}
          </Link>
          <Link to="/dashboard" search={{ section: 'sms' }} className={buttonClass({ variant: 'secondary' })}>
            <Send aria-hidden className="size-4" />
            {t('overview.sendSms')}
          </Link>
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
