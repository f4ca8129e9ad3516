import { useState } from 'react';
import { Link } from '../../lib/router.ts';
import { ReceiptText } from '../../ui/icons.tsx';
import { listTransactions, type Transaction } from '../../../src/money/payments/contract.ts';
import { coinText } from '../../../src/money/payments/catalogue.ts';
import { WithNumbers } from '../../ui/with-numbers.tsx';
import { descriptionText, reasonText } from '../../lib/wording-text.ts';
import { t } from '../../lib/i18n.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useTransactions } from '../../lib/use-transactions.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Card, EmptyState, ListFrame } from '../../ui/frames.tsx';
import { ReceivedAmount } from '../../ui/received-amount.tsx';
import { ShortRow } from '../../ui/short-row.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/values.tsx';
import { TransactionAmount, TransactionBadge } from '../../ui/transaction-badge.tsx';

/** How many are shown before somebody asks for all. */
const RECENT = 5;

/** The latest transactions and all open payments, kept up to date by the live connection; all of them on request. */
export function RecentTransactions() {
  const { id } = useCurrentUser();
  const [all, setAll] = useState(false);
  const list = useTransactions(id);
  const pending = usePagedList(listTransactions, { params: { id }, query: { status: 'pending' } });
  // Each once, as it was read last.
  const known = [...new Map([...pending.rows, ...list.rows].map((row) => [row.id, row])).values()];
  const rows = known.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const open = rows.filter(isOpen);
  const kept = new Set([...new Set([...open, ...rows])].slice(0, Math.max(RECENT, open.length)));
  const shown = all ? rows : rows.filter((row) => kept.has(row));

  return (
    <Card
      flush
      title={t('billing.transactions.title')}
      actions={
        rows.length > RECENT && (
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('billing.transactions.showRecent') : t('billing.transactions.showAll')}
          </Button>
        )
      }
    >
      <ListFrame
        list={list}
        skeletonRows={RECENT}
        more={all}
        empty={
          <EmptyState
            icon={ReceiptText}
            title={t('billing.transactions.empty')}
            description={t('billing.transactions.emptyHint')}
          />
        }
      >
        <Table
          caption={t('billing.transactions.title')}
          columns={columns()}
          rows={shown}
          rowKey={(row) => row.id}
          compact={(row) => (
            <ShortRow
              end={<TransactionAmount transaction={row} />}
              more={
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Time iso={row.createdAt} />
                  <TransactionBadge transaction={row} />
                  <CoinPayment transaction={row} />
                </span>
              }
            >
              <Description of={row} />
            </ShortRow>
          )}
        />
      </ListFrame>
    </Card>
  );
}

/** A payment that waits for its verification. */
const isOpen = ({ status, cryptocurrency }: Transaction): boolean => status === 'pending' && cryptocurrency !== null;

const columns = (): Column<Transaction>[] => [
  { header: t('billing.transactions.date'), render: (row) => <Time iso={row.createdAt} /> },
  {
    header: t('billing.transactions.description'),
    render: (row) => <Description of={row} />,
  },
  { header: t('billing.transactions.status'), render: (row) => <TransactionBadge transaction={row} /> },
  { header: t('billing.transactions.coin'), render: (row) => <CoinPayment transaction={row} /> },
  {
    header: t('billing.transactions.amount'),
    align: 'end',
    render: (row) => <TransactionAmount transaction={row} />,
  },
];

const Description = ({ of }: { of: Transaction }) => (
  <span className="block wrap-anywhere sm:min-w-40">
    <WithNumbers>{descriptionText(of)}</WithNumbers>
    {reasonText(of) && <span className="block text-sm text-muted">{reasonText(of)}</span>}
    <ReceivedAmount payment={of} />
  </span>
);

function CoinPayment({ transaction }: { transaction: Transaction }) {
  const { id, cryptoAmount, cryptocurrency, explorerUrl } = transaction;
  if (!cryptocurrency) return null;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="whitespace-nowrap">{cryptoAmount && coinText(cryptoAmount, cryptocurrency)}</span>
      <Link
        to="/billing/payments/$paymentId"
        params={{ paymentId: id }}
        className="font-medium text-accent underline-offset-2 hover:underline"
      >
        {t('billing.transactions.follow')}
      </Link>
      {explorerUrl && <ExternalLink href={explorerUrl}>{t('billing.transactions.explorer')}</ExternalLink>}
    </span>
  );
}
