import type { ReactNode } from 'react';
import type { Invoice } from '../../src/money/invoices/contract.ts';
import { t } from '../lib/i18n.ts';
import type { PagedList } from '../lib/use-paged-list.ts';
import { buttonClass } from './button.tsx';
import { ReceiptText } from './icons.tsx';
import { Card, EmptyState, ListFrame } from './frames.tsx';
import { Money } from './values.tsx';
import { type Column, Table } from './table.tsx';

interface InvoiceTableProps {
  list: PagedList<Invoice>;
  /** Administrators see whose each is. */
  withCustomer?: boolean;
  /** The actions on one, beside its files. */
  actions?: (invoice: Invoice) => ReactNode;
}

/** Invoices and credit notes, newest first, each with its files. */
export function InvoiceTable({ list, withCustomer = false, actions }: InvoiceTableProps) {
  return (
    <Card flush title={t('books.invoices.title')}>
      <ListFrame
        list={list}
        empty={
          <EmptyState
            icon={ReceiptText}
            title={t('books.invoices.none')}
            description={withCustomer ? undefined : t('books.invoices.noneHint')}
          />
        }
      >
        <Table
          caption={t('books.invoices.title')}
          rows={list.rows}
          rowKey={({ id }) => id}
          columns={columns(withCustomer, actions)}
        />
      </ListFrame>
    </Card>
  );
}

const columns = (withCustomer: boolean, actions: InvoiceTableProps['actions']): Column<Invoice>[] => [
  {
    header: t('books.invoices.number'),
    render: ({ kind, number }) => (
      <>
        {t(`books.invoices.${kind}`)} <bdi className="whitespace-nowrap">{number}</bdi>
      </>
    ),
  },
  ...(withCustomer
    ? [
        {
          header: t('books.invoices.customer'),
          render: ({ account }: Invoice) => <span className="wrap-anywhere">{account.email}</span>,
        },
      ]
    : []),
  {
    header: t('books.invoices.period'),
    render: ({ periodFrom, periodTo }) => (periodFrom === periodTo ? periodFrom : `${periodFrom} – ${periodTo}`),
  },
  { header: t('books.invoices.vat'), align: 'end', render: ({ vat }) => <Money value={vat} /> },
  { header: t('books.invoices.amount'), align: 'end', render: ({ gross }) => <Money value={gross} /> },
  {
    header: t('books.invoices.files'),
    align: 'end',
    render: (invoice) => (
      <span className="flex flex-wrap justify-end gap-2">
        {(['pdf', 'xml'] as const).map((form) => (
          <a
            key={form}
            href={`/api/users/${invoice.account.id}/invoices/${invoice.id}/invoice.${form}`}
            download
            aria-label={`${form.toUpperCase()} ${invoice.number}`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            {form.toUpperCase()}
          </a>
        ))}
        {actions?.(invoice)}
      </span>
    ),
  },
];
