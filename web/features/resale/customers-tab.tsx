import { useRead } from '../../lib/use-read.ts';
import { useState } from 'react';
import { UserPlus, Users } from '../../ui/icons.tsx';
import { getMargins, listCustomers } from '../../../src/resale/customers/contract.ts';
import { callPage } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, StatCard } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Money } from '../../ui/money.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreateCustomerDialog } from './create-customer-dialog.tsx';
import { CustomerDrawer } from './customer-drawer.tsx';
import { CustomerTable } from './customer-table.tsx';
import { customerKeys } from './keys.ts';

/** A reseller's customers, what they used and what they left. */
export function CustomersTab() {
  const { id } = useCurrentUser();
  const [search, setSearch] = useState('');
  const [creating, setCreating] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const wanted = useDebounced(search.trim());
  const list = usePagedList({
    queryKey: [...customerKeys.list(id), 'list', wanted],
    load: (page) =>
      callPage(listCustomers, { params: { id }, query: { ...page, search: wanted || undefined } }),
    keepPrevious: true,
  });
  const open = list.rows.find((customer) => customer.id === openId);
  const create = (
    <Button icon={<UserPlus aria-hidden className="size-4" />} onClick={() => setCreating(true)}>
      {t('customers.create.open')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <Margins resellerId={id} />
      <Card
        flush
        title={t('customers.title')}
        actions={
          <>
            <SearchInput label={t('customers.search')} value={search} onChange={setSearch} />
            {create}
          </>
        }
      >
        <ListFrame
          list={list}
          empty={
            <EmptyState
              icon={<Users aria-hidden className="size-5" />}
              title={t(wanted ? 'customers.none' : 'customers.empty')}
              description={wanted ? undefined : t('customers.emptyText')}
            />
          }
        >
          <CustomerTable customers={list.rows} onOpen={(customer) => setOpenId(customer.id)} />
        </ListFrame>
      </Card>
      {creating && <CreateCustomerDialog onClose={() => setCreating(false)} />}
      {open && <CustomerDrawer customer={open} onClose={() => setOpenId(null)} />}
    </div>
  );
}

function Margins({ resellerId }: { resellerId: string }) {
  const { data } = useRead(getMargins, { id: resellerId });
  if (!data) return <Skeleton className="h-24" />;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <StatCard label={t('customers.title')} value={data.customers} />
      <StatCard label={t('customers.margin.month')} value={<Money value={data.month} />} />
      <StatCard
        label={t('customers.margin.total')}
        value={<Money value={data.total} />}
        note={t('customers.margin.waiting', { amount: formatPounds(data.waiting) })}
      />
    </div>
  );
}
