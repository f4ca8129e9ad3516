import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../../src/callers/contract.ts';
import { adjustBalance } from '../../../../src/admin/contract.ts';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { bodyOf, call, messageOf, newIdempotencyKey } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../../ui/form.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Adds to a balance or takes from it, with a reason that the customer's list shows. */
export function AdjustBalanceDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [sentence, setSentence] = useState<string>();
  const form = useContractForm(bodyOf(adjustBalance), { defaultValues: { amount: '', reason: '' } });
  const { errors } = form.formState;
  const adjust = useMutation({
    mutationFn: (body: BodyOf<typeof adjustBalance>) =>
      call(adjustBalance, { params: { id: user.id }, body, idempotencyKey }),
    onMutate: () => setSentence(undefined),
    onSuccess: (transaction) => {
      onClose();
      toast({
        title: t('admin.adjust.done'),
        description: formatPounds(transaction.balanceChange, { signed: true }),
      });
      for (const queryKey of [
        queryKeys.user(user.id),
        queryKeys.adminUsers,
        queryKeys.adminStats,
        queryKeys.adminActivity,
      ]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => {
      if (!applyProblem(form, error)) setSentence(messageOf(error, t('admin.adjust.failed')));
      toast({ title: t('admin.error'), description: t('admin.adjust.failed'), variant: 'destructive' });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('admin.adjust.title')}
      description={t('admin.adjust.description', {
        email: user.email,
        balance: formatPounds(user.credits),
      })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form="adjust-balance" busy={adjust.isPending}>
            {t('admin.adjust.submit')}
          </Button>
        </>
      }
    >
      <form
        id="adjust-balance"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((body) => adjust.mutate(body))}
      >
        <Field
          label={t('admin.adjust.amount')}
          hint={t('admin.adjust.amountHint')}
          error={errors.amount?.message}
        >
          <Input {...form.register('amount')} inputMode="text" autoComplete="off" data-autofocus />
        </Field>
        <Field label={t('admin.adjust.reason')} error={errors.reason?.message}>
          <Input {...form.register('reason')} autoComplete="off" />
        </Field>
        {sentence && (
          <Notice tone="danger" alert>
            {sentence}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
