import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminPayment } from '../../../../src/admin/contract.ts';
import { type Reversal, reversePayment } from '../../../../src/money/payments/reversals/contract.ts';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { bodyOf, call, messageOf, newIdempotencyKey } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input, Switch } from '../../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../../ui/form.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';

interface ReverseDialogProps {
  payment: AdminPayment;
  /** What can still be taken back, in pounds. */
  left: string;
  /** What another administrator asked for, to agree to. */
  waiting: Reversal | null;
  onClose: () => void;
}

/** Takes back a payment that was verified wrongly, or a part of it. */
export function ReverseDialog({ payment, left, waiting, onClose }: ReverseDialogProps) {
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [sentence, setSentence] = useState<string>();
  const [freesHash, setFreesHash] = useState(waiting?.freesHash ?? false);
  const form = useContractForm(bodyOf(reversePayment), {
    defaultValues: { amount: waiting?.amount ?? left, reason: waiting?.reason ?? '', freesHash },
  });
  const { errors } = form.formState;
  const reverse = useMutation({
    mutationFn: (body: BodyOf<typeof reversePayment>) =>
      call(reversePayment, {
        params: { transactionId: payment.id },
        body: { ...body, freesHash },
        idempotencyKey,
      }),
    onMutate: () => setSentence(undefined),
    onSuccess: ({ detail, user }) => {
      onClose();
      toast({
        title: t(detail === null ? 'admin.reversal.done' : 'admin.reversal.asked'),
        description:
          detail === null && user.owed !== '0.00'
            ? t('admin.reversal.owes', { email: user.email, owed: formatPounds(user.owed) })
            : undefined,
      });
      for (const queryKey of [
        queryKeys.paymentReversals(payment.id),
        queryKeys.payment(payment.userId, payment.id),
        queryKeys.adminPayments,
        queryKeys.adminUsers,
        queryKeys.adminStats,
        queryKeys.adminActivity,
      ]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => {
      if (!applyProblem(form, error)) setSentence(messageOf(error, t('admin.reversal.failed')));
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('admin.reversal.title')}
      description={t('admin.reversal.description', { email: payment.user.email, left: formatPounds(left) })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form="reverse-payment" variant="danger" busy={reverse.isPending}>
            {t('admin.reversal.submit')}
          </Button>
        </>
      }
    >
      <form
        id="reverse-payment"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((body) => reverse.mutate(body))}
      >
        <Notice tone="warning">{t('admin.reversal.warning')}</Notice>
        <Field label={t('admin.reversal.amount')} error={errors.amount?.message}>
          <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" data-autofocus />
        </Field>
        <Field label={t('admin.reversal.reason')} error={errors.reason?.message}>
          <Input {...form.register('reason')} autoComplete="off" />
        </Field>
        <Switch
          label={t('admin.reversal.freesHash')}
          description={t('admin.reversal.freesHashHint')}
          checked={freesHash}
          onChange={setFreesHash}
        />
        {(sentence ?? errors.freesHash?.message) && (
          <Notice tone="danger" alert>
            {sentence ?? errors.freesHash?.message}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
