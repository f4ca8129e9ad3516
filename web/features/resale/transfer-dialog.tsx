import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Customer, transferCredit } from '../../../src/resale/customers/contract.ts';
import { bodyOf, call, messageOf, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { customerKeys } from './keys.ts';

interface TransferDialogProps {
  customer: Customer;
  direction: 'to_customer' | 'from_customer';
  onClose: () => void;
}

/** Passes credit on or takes it back: first how much, then whether really. */
export function TransferDialog({ customer, direction, onClose }: TransferDialogProps) {
  const { id, credits } = useCurrentUser();
  const queryClient = useQueryClient();
  const [amount, setAmount] = useState<string | null>(null);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const form = useContractForm(bodyOf(transferCredit), { defaultValues: { amount: '', direction } });
  const move = useMutation({
    mutationFn: (wanted: string) =>
      call(transferCredit, {
        params: { id, customerId: customer.id },
        idempotencyKey,
        body: { amount: wanted, direction },
      }),
    onSuccess: (answer) => {
      useSession.getState().updateCredits(answer.credits);
      toast({ title: t(`customers.transfer.${direction}.done`), description: customer.fullName });
      void queryClient.invalidateQueries({ queryKey: customerKeys.list(id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.transactions(id) });
      onClose();
    },
    onError: (error) => {
      applyProblem(form, error);
      setAmount(null);
    },
  });
  const available = direction === 'to_customer' ? credits : customer.credits;
  const submit = form.handleSubmit((body) => {
    if (comparePounds(body.amount, available) <= 0) return setAmount(body.amount);
    const message = t('customers.transfer.tooMuch', { available: formatPounds(available) });
    form.setError('amount', { message }, { shouldFocus: true });
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`customers.transfer.${direction}.title`, { name: customer.fullName })}
      description={
        amount === null
          ? t(`customers.transfer.${direction}.available`, { amount: formatPounds(available) })
          : t(`customers.transfer.${direction}.question`, {
              amount: formatPounds(amount),
              name: customer.fullName,
            })
      }
      footer={
        <>
          <Button variant="secondary" onClick={amount === null ? onClose : () => setAmount(null)}>
            {t(amount === null ? 'ui.cancel' : 'customers.transfer.back')}
          </Button>
          {amount === null ? (
            <Button onClick={() => void submit()}>{t('customers.transfer.continue')}</Button>
          ) : (
            <Button busy={move.isPending} onClick={() => move.mutate(amount)}>
              {t(`customers.transfer.${direction}.open`)}
            </Button>
          )}
        </>
      }
    >
      {amount === null && (
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <Field label={t('customers.transfer.amount')} error={form.formState.errors.amount?.message}>
            <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" data-autofocus />
          </Field>
          {move.error && (
            <Notice tone="danger" alert>
              {messageOf(move.error, t('customers.failed'))}
            </Notice>
          )}
        </form>
      )}
    </Dialog>
  );
}
