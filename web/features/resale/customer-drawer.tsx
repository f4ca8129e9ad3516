import { useState } from 'react';
import type { Customer } from '../../../src/resale/customers/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { CustomerStatus } from './customer-table.tsx';
import { PriceForm } from './price-form.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

/** One customer in full, and what a reseller may do. */
export function CustomerDrawer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [dialog, setDialog] = useState<'to_customer' | 'from_customer' | 'status' | null>(null);
  return (
    <Drawer open onClose={onClose} title={customer.fullName} description={customer.email}>
      <div className="flex flex-col gap-6">
        <Balance credits={customer.credits} onTransfer={setDialog} />
        <Facts customer={customer} />
        <section className="flex flex-col gap-3">
          <div>
            <h3 className="font-semibold">{t('customers.prices.own')}</h3>
            <p className="text-sm text-muted">{t('customers.prices.ownText')}</p>
          </div>
          <PriceForm customerId={customer.id} />
        </section>
        <div>
          <Button
            variant={customer.status === 'active' ? 'danger' : 'primary'}
            size="sm"
            onClick={() => setDialog('status')}
          >
            {t(customer.status === 'active' ? 'customers.suspend.open' : 'customers.activate.open')}
          </Button>
        </div>
      </div>
      {dialog === 'status' && <StatusDialog customer={customer} onClose={() => setDialog(null)} />}
      {(dialog === 'to_customer' || dialog === 'from_customer') && (
        <TransferDialog customer={customer} direction={dialog} onClose={() => setDialog(null)} />
      )}
    </Drawer>
  );
}

interface BalanceProps {
  credits: string;
  onTransfer: (direction: 'to_customer' | 'from_customer') => void;
}

/** Shows a customer's balance, and the buttons that move credit to them or back. */
function Balance({ credits, onTransfer }: BalanceProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 rounded-md bg-sunken p-4">
      <div>
        <p className="text-sm text-muted">{t('customers.column.credits')}</p>
        <p className="text-2xl font-semibold tracking-tight">
          <Money value={credits} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onTransfer('to_customer')}>
          {t('customers.transfer.to_customer.open')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => onTransfer('from_customer')}>
          {t('customers.transfer.from_customer.open')}
        </Button>
      </div>
    </div>
  );
}

/** Shows the facts about a customer, and their use of this month. */
function Facts({ customer }: { customer: Customer }) {
  const { usage, margin } = customer;
  const facts = [
    [t('customers.column.status'), <CustomerStatus key="status" status={customer.status} />],
    [t('customers.fact.since'), <Time key="since" day iso={customer.createdAt} />],
    [t('customers.fact.sms'), usage.smsSent],
    [t('customers.fact.minutes'), usage.voiceMinutes],
    [t('customers.fact.numbers'), usage.didNumbers],
    [t('customers.column.spend'), <Money key="spend" value={usage.monthlySpend} />],
    [t('customers.margin.month'), <Money key="month" value={margin.month} />],
    [t('customers.margin.total'), <Money key="total" value={margin.total} />],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
