import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  activateCustomer,
  type Customer,
  sendCustomerLink,
  suspendCustomer,
  transferCredit,
  viewCustomer,
} from '../../../src/resale/customers/contract.ts';
import { bodyOf, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { LinkButtons, ViewButton } from '../../ui/account-buttons.tsx';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Button, SmallButton } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { FormDialog, FormInput, applyProblem, useContractForm } from '../../ui/form.tsx';
import { Facts, Money, Time, formatPounds } from '../../ui/values.tsx';
import { toast } from '../../ui/toast.tsx';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { queryKeys, reread } from '../../lib/reads.ts';
import { CustomerStatus } from './customer-table.tsx';
import { CustomerLimit } from './customer-limit.tsx';
import { PriceForm } from './price-form.tsx';

/** One customer in full, and what a reseller may do. */
export function CustomerDrawer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id, seesCustomers } = useCurrentUser();
  const params = { id, customerId: customer.id };
  const [dialog, setDialog] = useState<'to_customer' | 'from_customer' | null>(null);
  return (
    <Drawer onClose={onClose} title={customer.fullName} description={customer.email}>
      <div className="flex flex-col gap-6">
        <Balance credits={customer.credits} onTransfer={setDialog} />
        <CustomerFacts customer={customer} />
        <CustomerLimit customer={customer} />
        <section className="flex flex-col gap-3">
          <div>
            <h3 className="font-semibold">{t('customers.prices.own')}</h3>
            <p className="text-sm text-muted">{t('customers.prices.ownText')}</p>
          </div>
          <PriceForm customer={customer} />
        </section>
        <div className="flex flex-wrap gap-2">
          {seesCustomers && customer.status === 'active' && <ViewButton view={() => call(viewCustomer, { params })} />}
          <LinkButtons send={(body) => call(sendCustomerLink, { params, body })} />
          <StatusButton customer={customer} />
        </div>
      </div>
      {dialog && <TransferDialog customer={customer} direction={dialog} onClose={() => setDialog(null)} />}
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
        <Button may="transferCredit" size="sm" onClick={() => onTransfer('to_customer')}>
          {t('customers.transfer.to_customer.open')}
        </Button>
        <SmallButton may="transferCredit" onClick={() => onTransfer('from_customer')}>
          {t('customers.transfer.from_customer.open')}
        </SmallButton>
      </div>
    </div>
  );
}

/** Shows the facts about a customer, and their use of this month. */
function CustomerFacts({ customer }: { customer: Customer }) {
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
      <Facts of={facts} />
    </dl>
  );
}

/** Suspends or activates a customer. */
function StatusButton({ customer }: { customer: Customer }) {
  const { id } = useCurrentUser();
  const action = customer.status === 'active' ? 'suspend' : 'activate';
  const change = useMutation({
    mutationFn: () =>
      call(action === 'suspend' ? suspendCustomer : activateCustomer, { params: { id, customerId: customer.id } }),
    onSuccess: () => {
      toast(t(`customers.${action}.done`), customer.email);
      void reread(queryKeys.customers(id));
    },
  });
  return (
    <AskFirst
      danger={action === 'suspend'}
      label={t(`customers.${action}.open`)}
      look={{ may: 'suspendCustomer', variant: action === 'suspend' ? 'danger' : 'primary' }}
      title={t(`customers.${action}.title`)}
      description={t(`customers.${action}.question`, { name: customer.fullName })}
      action={change}
      failed={t('customers.failed')}
    />
  );
}

/** Gives credit to a customer or takes it back: it asks for the amount first, and then for confirmation. */
function TransferDialog({ onClose, ...transfer }: Transfer & { onClose: () => void }) {
  const { customer, direction } = transfer;
  const { credits } = useCurrentUser();
  /** The transfer that waits for confirmation; null while it is typed. */
  const [amount, setAmount] = useState<string | null>(null);
  const form = useContractForm(bodyOf(transferCredit), { defaultValues: { amount: '', direction } });
  const move = useTransfer(transfer, {
    onMoved: onClose,
    onFailed: (error) => {
      applyProblem(form, error);
      setAmount(null);
    },
  });
  const available = direction === 'to_customer' ? credits : customer.credits;
  const ask = form.handleSubmit((body) => {
    if (comparePounds(body.amount, available) <= 0) return setAmount(body.amount);
    const message = t('customers.transfer.tooMuch', { available: formatPounds(available) });
    form.setError('amount', { message });
  });
  const frame = {
    title: t(`customers.transfer.${direction}.title`, { name: customer.fullName }),
    busy: move.isPending,
    onClose,
  };
  if (amount !== null) {
    return (
      <FormDialog
        {...frame}
        description={t(`customers.transfer.${direction}.question`, {
          amount: formatPounds(amount),
          name: customer.fullName,
        })}
        onSubmit={() => move.mutate(amount)}
        submitLabel={t(`customers.transfer.${direction}.open`)}
        onKeep={() => setAmount(null)}
        keepLabel={t('customers.transfer.back')}
      />
    );
  }
  return (
    <FormDialog
      {...frame}
      description={t(`customers.transfer.${direction}.available`, { amount: formatPounds(available) })}
      onSubmit={ask}
      submitLabel={t('customers.transfer.continue')}
      failure={move.error && messageOf(move.error, t('customers.failed'))}
    >
      <FormInput form={form} name="amount" label={t('customers.transfer.amount')} inputMode="decimal" data-autofocus />
    </FormDialog>
  );
}

interface Transfer {
  customer: Customer;
  direction: 'to_customer' | 'from_customer';
}

/** Moves an amount of credit between a reseller and a customer, once however often it is tried. */
function useTransfer(
  { customer, direction }: Transfer,
  { onMoved, onFailed }: { onMoved: () => void; onFailed: (error: Error) => void },
) {
  const { id } = useCurrentUser();
  const keys = useIdempotencyKey();
  return useMutation({
    mutationFn: (amount: string) =>
      call(transferCredit, {
        params: { id, customerId: customer.id },
        idempotencyKey: keys.keyOf(amount),
        body: { amount, direction },
      }),
    onSuccess: (answer) => {
      useSession.getState().updateCredits(answer.credits);
      toast(t(`customers.transfer.${direction}.done`), customer.fullName);
      void reread(queryKeys.customers(id), queryKeys.transactions(id));
      onMoved();
    },
    onError: onFailed,
  });
}
