import { getLimits } from '../../../src/accounts/limits/contract.ts';
import { getOverview } from '../../../src/accounts/overview/contract.ts';
import { countUnread } from '../../../src/services/inbox/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Link, type LinkProps } from '../../lib/router.ts';
import { usePendingCount } from '../../lib/use-pending-count.ts';
import { useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { formatTime } from '../../ui/values.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

type Need = [count: number, text: string, place: Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>];

/** What somebody should look at, each with the way there. */
export function Needs({ onFollow }: { onFollow?: () => void }) {
  const { id } = useCurrentUser();
  const overview = useRead(getOverview, { id });
  const { failed = 0, optedOut = 0, expiring = [] } = overview.data ?? {};
  const stopped = useRead(getLimits, { id }).data?.stoppedCodes ?? [];
  const unread = useRead(countUnread, { id }).data?.count ?? 0;
  const history = (status?: 'failed') =>
    ({ to: '/dashboard', hash: 'history', search: { section: 'sms', status } }) as const;
  const waiting = usePendingCount() ?? 0;
  const all: Need[] = [
    [waiting, t('shell.waiting', { count: waiting }), { to: '/admin', hash: 'payments' }],
    ...stopped.map((code): Need => [1, t('limits.stopped', { code }), { to: '/settings', hash: 'limits' }]),
    [failed, t('overview.business.failed', { count: failed }), history('failed')],
    [optedOut, t('overview.business.optedOut', { count: optedOut }), history()],
    ...expiring.map((each): Need => [
      1,
      t('overview.business.expires', { number: each.number, date: formatTime(each.expiresAt, 'day') }),
      { to: '/did-numbers/$numberId', params: { numberId: each.id } },
    ]),
    [unread, t('shell.unread', { count: unread }), { to: '/dashboard', search: { section: 'inbox' } }],
  ];
  const needs = all.filter(([count]) => count > 0);
  if (overview.isPending) return null;
  if (needs.length === 0) return <p className="text-muted">{t('overview.business.nothing')}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {needs.map(([, text, place]) => (
        <li key={text}>
          <Link {...place} className="rounded-sm font-medium text-accent hover:underline" onClick={onFollow}>
            <WithNumbers>{text}</WithNumbers>
          </Link>
        </li>
      ))}
    </ul>
  );
}
