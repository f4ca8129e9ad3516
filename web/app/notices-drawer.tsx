import { useState } from 'react';
import type { Transaction } from '../../src/money/payments/contract.ts';
import { Needs } from '../features/overview/needs.tsx';
import { descriptionText } from '../lib/wording-text.ts';
import { t } from '../lib/i18n.ts';
import { Link } from '../lib/router.ts';
import { useTransactions } from '../lib/use-transactions.ts';
import { SmallButton } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Bell } from '../ui/icons.tsx';
import { EmptyState, RowList } from '../ui/frames.tsx';
import { Time, formatPounds } from '../ui/values.tsx';
import { type Notice, useToasts } from '../ui/toast-store.ts';
import { WithNumbers } from '../ui/with-numbers.tsx';
import type { useDecided } from './use-decided.ts';

interface NoticesProps extends ReturnType<typeof useDecided> {
  userId: string;
  kept: readonly Notice[];
  onClose: () => void;
}

const about = (row: Transaction): Pick<Notice, 'id' | 'description' | 'place'> => ({
  id: row.id,
  description: `${descriptionText(row)} · ${formatPounds(row.amount)}`,
  place: { to: '/billing/payments/$paymentId', params: { paymentId: row.id } },
});

/** What toasts said, newest first, the payments that wait, and those that were decided while nobody looked. */
export function NoticesDrawer({ userId, kept, decided, markSeen, onClose }: NoticesProps) {
  const key = `topline-cleared:${userId}`;
  const [cleared, setCleared] = useState(() => localStorage.getItem(key) ?? '');
  const { rows } = useTransactions(userId);
  const waiting = rows.filter(({ status, cryptocurrency }) => status === 'pending' && cryptocurrency);
  const ofPayments = [
    ...waiting.map((row): Notice => {
      const title = t('billing.orders.verifying');
      return { ...about(row), userId, title, at: row.createdAt, variant: 'default', isUnread: false };
    }),
    ...decided.map(({ row, at, isUnread }): Notice => {
      const isGood = row.status !== 'failed';
      const title = t(isGood ? 'live.verified' : 'live.rejected');
      return { ...about(row), userId, title, at, variant: isGood ? 'default' : 'destructive', isUnread };
    }),
  ];
  const shown = [...kept, ...ofPayments.filter(({ at }) => at > cleared)].toSorted((a, b) => b.at.localeCompare(a.at));
  const clear = () => {
    const times = rows.map(({ createdAt, settledAt }) => settledAt ?? createdAt).toSorted();
    const newest = times.at(-1) ?? '';
    localStorage.setItem(key, newest);
    setCleared(newest);
    useToasts.setState((state) => ({ kept: state.kept.filter((notice) => notice.userId !== userId) }));
    markSeen();
  };
  return (
    <Drawer onClose={onClose} title={t('shell.notices.title')}>
      <h3 className="mb-2 font-semibold">{t('overview.business.attention')}</h3>
      <div className="mb-5">
        <Needs onFollow={onClose} />
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h3 className="me-auto font-semibold">{t('notices.past')}</h3>
        {shown.some(({ isUnread }) => isUnread) && <SmallButton onClick={markSeen}>{t('notices.readAll')}</SmallButton>}
        {shown.length > 0 && <SmallButton onClick={clear}>{t('notices.clear')}</SmallButton>}
      </div>
      {shown.length === 0 && <EmptyState icon={Bell} title={t('notices.empty')} description={t('notices.emptyText')} />}
      <RowList
        label={t('shell.notices.title')}
        rows={shown}
        row={(notice) => (
          <li className="relative py-3 wrap-anywhere">
            {notice.isUnread && (
              <span className="absolute end-0 top-5 size-2 rounded-full bg-accent">
                <span className="sr-only">{t('notices.new')}</span>
              </span>
            )}
            <p className={`pe-4 font-medium ${notice.variant === 'destructive' ? 'text-danger' : ''}`}>
              {notice.place ? (
                <Link
                  {...notice.place}
                  className={`rounded-sm hover:underline ${notice.variant === 'destructive' ? '' : 'text-accent'}`}
                  onClick={onClose}
                >
                  <WithNumbers>{notice.title}</WithNumbers>
                </Link>
              ) : (
                <WithNumbers>{notice.title}</WithNumbers>
              )}
            </p>
            {notice.description && <WithNumbers className="block">{notice.description}</WithNumbers>}
            <p className="text-sm text-muted">
              <Time iso={notice.at} />
            </p>
          </li>
        )}
      />
    </Drawer>
  );
}
