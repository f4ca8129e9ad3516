import { listTransactions } from '../../../src/payments/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { TransactionBadge } from '../../ui/transaction-badge.tsx';

/** A customer's transactions, as an administrator sees them. */
export function UserTransactions({ userId }: { userId: string }) {
  const list = usePagedList({
    queryKey: queryKeys.transactions(userId),
    load: (query) => call(listTransactions, { params: { id: userId }, query }),
  });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('admin.users.transactions')}</h3>
      {list.isPending && <SkeletonRows rows={3} />}
      {list.isError && <ErrorState onRetry={list.retry} />}
      {!list.isPending && !list.isError && list.rows.length === 0 && (
        <p className="text-muted">{t('admin.users.noTransactions')}</p>
      )}
      {list.rows.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {list.rows.map((row) => (
            <li key={row.id} className="flex items-start justify-between gap-4 px-3 py-2.5">
              <div className="min-w-0">
                <p className="break-words">{row.description}</p>
                <p className="text-sm text-muted">
                  <Time iso={row.createdAt} />
                  {row.reason && <> · {row.reason}</>}
                </p>
              </div>
              <div className="flex shrink-0 flex-col items-end gap-1">
                {row.status === 'pending' || row.status === 'failed' ? (
                  <span className="text-muted">
                    <Money value={row.amount} />
                  </span>
                ) : (
                  <Money value={row.balanceChange} signed />
                )}
                <TransactionBadge status={row.status} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button
          variant="secondary"
          size="sm"
          className="self-center"
          busy={list.isLoadingMore}
          onClick={list.loadMore}
        >
          {t('ui.loadMore')}
        </Button>
      )}
    </section>
  );
}
