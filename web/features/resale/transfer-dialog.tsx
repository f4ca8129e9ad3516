import { useState } from 'react';
import { transferCredit } from '../../../src/resale/customers/contract.ts';
import { bodyOf, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { type Transfer, useTransfer } from './use-transfer.ts';

/** Gives credit to a customer or takes it back: it asks for the amount first, and then for confirmation. */
export function TransferDialog({ onClose, ...transfer }: Transfer & { onClose: () => void }) {
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
        onCancel={() => setAmount(null)}
        cancelLabel={t('customers.transfer.back')}
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
      <Field label={t('customers.transfer.amount')} error={form.formState.errors.amount?.message}>
        <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" data-autofocus />
      </Field>
    </FormDialog>
  );
}
