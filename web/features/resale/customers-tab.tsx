import { useState } from 'react';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { createCustomer, getMargins, listCustomers } from '../../../src/resale/customers/contract.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../lib/reads.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { DownloadLink } from '../../ui/download-link.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordOnce } from '../../ui/password-once.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../ui/form.tsx';
import { UserPlus, Users } from '../../ui/icons.tsx';
import { Money, formatPounds } from '../../ui/values.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Card, EmptyState, ListFrame, Skeleton, StatCard } from '../../ui/frames.tsx';
import { CustomerDrawer } from './customer-drawer.tsx';
import { CustomerTable } from './customer-table.tsx';

/** A reseller's customers, what they used and what they left. */
export function CustomersTab() {
  const { id } = useCurrentUser();
  const [search, setSearch] = useState('');
  const [creating, setCreating] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const wanted = useDebounced(search.trim());
  const list = usePagedList(listCustomers, { params: { id }, query: { search: wanted || undefined } });
  const open = list.rows.find((customer) => customer.id === openId);
  const create = (
    <Button may="createCustomer" icon={UserPlus} onClick={() => setCreating(true)}>
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
            <DownloadLink href={`/api/users/${id}/customers.csv${wanted && `?search=${encodeURIComponent(wanted)}`}`}>
              {t('admin.users.export')}
            </DownloadLink>
            {create}
          </>
        }
      >
        <ListFrame
          list={list}
          empty={
            <EmptyState
              icon={Users}
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
    <div className="grid grid-cols-2 gap-4 max-sm:[&>:last-child]:col-span-2 sm:grid-cols-3">
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

type Created = ResponseOf<typeof createCustomer>;

/** Creates a customer's account; the password made for it is shown this once. */
function CreateCustomerDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  if (!created?.password) return <CreateCustomerForm onClose={onClose} onCreated={setCreated} />;
  return (
    <PasswordOnce
      title={t('customers.create.madeTitle')}
      description={t('customers.create.madeText', { email: created.email })}
      password={created.password}
      onClose={onClose}
    />
  );
}

function CreateCustomerForm({ onClose, onCreated }: { onClose: () => void; onCreated: (created: Created) => void }) {
  const { id } = useCurrentUser();
  const form = useContractForm(bodyOf(createCustomer), { defaultValues: { email: '', fullName: '', company: '' } });
  const create = useFormCall(form, {
    send: (body) => call(createCustomer, { params: { id }, body }),
    onSent: (made) => {
      void reread(queryKeys.customers(id), queryKeys.margins(id));
      onCreated(made);
    },
    failed: t('customers.create.failed'),
  });
  return (
    <FormDialog
      {...create}
      onClose={onClose}
      title={t('customers.create.title')}
      description={t('customers.create.text')}
      submitLabel={t('customers.create.submit')}
    >
      <FormInput form={form} name="email" label={t('customers.create.email')} type="email" data-autofocus />
      <FormInput form={form} name="fullName" label={t('customers.create.fullName')} />
      <FormInput form={form} name="company" label={t('customers.create.company')} />
    </FormDialog>
  );
}
