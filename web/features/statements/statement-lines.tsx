import { ReceiptText } from 'lucide-react';
import { listStatementLines, type StatementLine } from '../../../src/statements/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { Period } from './period.ts';

/** The movements of a period, newest first. */
export function StatementLines({ period }: { period: Period }) {
  const { id } = useCurrentUser();
  const list = usePagedList({
    queryKey: [...queryKeys.statements(id), 'lines', period],
    load: (page) => call(listStatementLines, { params: { id }, query: { ...period, ...page } }),
    keepPrevious: true,
  });
  if (list.isPending) return <SkeletonRows />;
  if (list.isError) return <ErrorState onRetry={list.retry} />;
  if (list.rows.length === 0) {
    return <EmptyState icon={<ReceiptText aria-hidden className="size-5" />} title={t('statements.empty')} />;
  }
  return (
    <>
      <Table
        caption={t('statements.account')}
        columns={columns()}
        rows={list.rows}
        rowKey={(line) => line.id}
      />
      {list.hasMore && (
        <div className="flex justify-center border-t border-line p-3">
          <Button variant="secondary" size="sm" busy={list.isLoadingMore} onClick={list.loadMore}>
            {t('ui.loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}

const columns = (): Column<StatementLine>[] => [
  {
    key: 'date',
    header: t('statements.line.date'),
    render: (line) => <Time utc iso={line.at} />,
  },
  {
    key: 'type',
    header: t('statements.line.type'),
    render: (line) => <span className="whitespace-nowrap">{t(`transactions.type.${line.type}`)}</span>,
  },
  {
    key: 'description',
    header: t('statements.line.description'),
    render: (line) => <span className="break-words">{line.description}</span>,
  },
  {
    key: 'amount',
    header: t('statements.line.amount'),
    align: 'end',
    render: (line) => <Money signed value={line.amount} />,
  },
  {
    key: 'balance',
    header: t('statements.line.balance'),
    align: 'end',
    render: (line) => <Money value={line.balanceAfter} />,
  },
];
