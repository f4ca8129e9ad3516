import { Needs } from '../features/overview/needs.tsx';
import { descriptionText } from '../lib/wording-text.ts';
import { t } from '../lib/i18n.ts';
import { Link } from '../lib/router.ts';
import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatPounds } from '../ui/format-money.ts';
import { Bell } from '../ui/icons.tsx';
import { RowList } from '../ui/list-frame.tsx';
import { Time } from '../ui/time.tsx';
import { markRead, type Notice } from '../ui/toast-store.ts';
import { WithNumbers } from '../ui/with-numbers.tsx';
import type { useDecided } from './use-decided.ts';

interface NoticesProps extends ReturnType<typeof useDecided> {
  userId: string;
  kept: readonly Notice[];
  onClose: () => void;
}

/** What toasts said, newest first, and the payments that were decided while nobody looked. */
export default function NoticesDrawer({ userId, kept, decided, markSeen, onClose }: NoticesProps) {
  const ofPayments = decided.map(({ row, at, params, isUnread }): Notice => {
    const isGood = row.status !== 'failed';
    return {
      ...{ id: row.id, userId, at, isUnread, variant: isGood ? 'default' : 'destructive' },
      title: t(isGood ? 'live.verified' : 'live.rejected'),
      description: `${descriptionText(row)} · ${formatPounds(row.amount)}`,
      place: { to: '/billing/payments/$paymentId', params },
    };
  });
  const all = [...kept, ...ofPayments].toSorted((a, b) => b.at.localeCompare(a.at));
  const readAll = () => {
    markRead();
    markSeen();
  };
  return (
    <Drawer onClose={onClose} title={t('shell.notices.title')}>
      <h3 className="mb-2 font-semibold">{t('overview.business.attention')}</h3>
      <div className="mb-5">
        <Needs onFollow={onClose} />
      </div>
      {all.length === 0 && (
        <EmptyState icon={Bell} title={t('shell.notices.empty')} description={t('shell.notices.emptyText')} />
      )}
      {all.some(({ isUnread }) => isUnread) && (
        <Button variant="secondary" size="sm" className="mb-3" onClick={readAll}>
          {t('shell.notices.readAll')}
        </Button>
      )}
      <RowList
        label={t('shell.notices.title')}
        rows={all}
        row={(notice) => (
          <li className="relative py-3 ps-4 wrap-anywhere">
            {notice.isUnread && (
              <span className="absolute start-0 top-5 size-2 rounded-full bg-accent">
                <span className="sr-only">{t('shell.notices.new')}</span>
              </span>
            )}
            <p className={`font-medium ${notice.variant === 'destructive' ? 'text-danger' : ''}`}>
              {notice.place ? (
                <Link
                  {...notice.place}
                  className="underline underline-offset-2"
                  onClick={() => {
                    markRead(({ id }) => id === notice.id);
                    onClose();
                  }}
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
