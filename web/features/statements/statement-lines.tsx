import { ReceiptText } from '../../ui/icons.tsx';
import { listStatementLines, type StatementLine } from '../../../src/money/statements/contract.ts';
import { callPage } from '../../lib/call.ts';
import { descriptionText, kindText } from '../../lib/wording-text.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Money } from '../../ui/money.tsx';
import { QuotedRateText } from '../../ui/quoted-rate.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { Period } from './period.ts';

/** The movements of a period, newest first. */
export function StatementLines({ period }: { period: Period }) {
  const { id } = useCurrentUser();
  const list = usePagedList({
    queryKey: [...queryKeys.statements(id), 'lines', period],
    load: (page) => callPage(listStatementLines, { params: { id }, query: { ...period, ...page } }),
    keepPrevious: true,
  });
  return (
    <ListFrame list={list} empty={<EmptyState icon={ReceiptText} title={t('statements.empty')} />}>
      <Table caption={t('statements.account')} columns={columns()} rows={list.rows} rowKey={(line) => line.id} />
    </ListFrame>
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
    render: (line) => <span className="whitespace-nowrap">{kindText(line)}</span>,
  },
  {
    key: 'description',
    header: t('statements.line.description'),
    render: (line) => (
      <span className="block wrap-anywhere sm:min-w-40">
        {descriptionText(line)}
        {line.quoted && <QuotedRateText of={line.quoted} />}
      </span>
    ),
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
