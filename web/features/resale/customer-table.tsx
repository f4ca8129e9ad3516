import type { Customer } from '../../../src/resale/customers/contract.ts';
import { t } from '../../lib/i18n.ts';
import { SmallButton } from '../../ui/button.tsx';
import { Badge, Money } from '../../ui/values.tsx';
import { type Column, Table } from '../../ui/table.tsx';

interface CustomerTableProps {
  customers: readonly Customer[];
  onOpen: (customer: Customer) => void;
}

/** Customers with balance, this month's usage and margin. */
export function CustomerTable({ customers, onOpen }: CustomerTableProps) {
  const columns: Column<Customer>[] = [
    {
      header: t('customers.column.name'),
      render: (customer) => (
        <div className="min-w-0">
          <p className="truncate font-medium">{customer.fullName}</p>
          <p className="truncate text-sm text-muted">{customer.email}</p>
        </div>
      ),
    },
    { header: t('customers.column.status'), render: ({ status }) => <CustomerStatus status={status} /> },
    { header: t('customers.column.credits'), align: 'end', render: ({ credits }) => <Money value={credits} /> },
    { header: t('customers.column.spend'), align: 'end', render: ({ usage }) => <Money value={usage.monthlySpend} /> },
    { header: t('customers.column.margin'), align: 'end', render: ({ margin }) => <Money value={margin.month} /> },
    {
      header: t('customers.column.actions'),
      align: 'end',
      render: (customer) => (
        <SmallButton aria-label={t('customers.openOne', { name: customer.fullName })} onClick={() => onOpen(customer)}>
          {t('customers.open')}
        </SmallButton>
      ),
    },
  ];
  return <Table caption={t('customers.title')} columns={columns} rows={customers} rowKey={({ id }) => id} />;
}

export const CustomerStatus = ({ status }: Pick<Customer, 'status'>) => (
  <Badge tone={status === 'active' ? 'success' : 'danger'}>{t(`customers.status.${status}`)}</Badge>
);
