import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rejectPayment } from '../../../../../src/money/payments/admin-contract.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { call, messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { removeRows } from '../../../../lib/list-cache.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { Field, Textarea } from '../../../../ui/field.tsx';
import { formatPounds } from '../../../../ui/format-money.ts';
import { showFailed } from './show-decided.ts';
import { toast } from '../../../../ui/toast.tsx';

interface RejectDialogProps {
  payment: PendingPayment;
  open: boolean;
  onClose: () => void;
}

/** Asks before a payment is rejected; the reason, if any, is told to the customer. */
export function RejectDialog({ payment, open, onClose }: RejectDialogProps) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const reject = useMutation({
    mutationFn: () =>
      call(rejectPayment, { body: { transactionId: payment.id, reason: reason.trim() || null } }),
    onSuccess: () => {
      onClose();
      toast({ title: t('admin.payments.rejected'), description: t('admin.payments.rejectedHint') });
      removeRows(queryKeys.pendingPayments, payment.id);
      for (const queryKey of [queryKeys.pendingCount, queryKeys.adminPayments]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => {
      if (showFailed(error, { id: payment.id, failed: t('admin.payments.rejectFailed') })) onClose();
    },
  });
  return (
    <ConfirmDialog
      danger
      open={open}
      onClose={onClose}
      title={t('admin.payments.rejectTitle')}
      description={t('admin.payments.rejectQuestion', {
        amount: formatPounds(payment.amount),
        email: payment.user.email,
      })}
      confirmLabel={t('admin.payments.rejectConfirm')}
      busy={reject.isPending}
      onConfirm={() => reject.mutate()}
    >
      <Field
        label={t('admin.payments.reason')}
        hint={t('admin.payments.reasonHint')}
        error={reject.error ? messageOf(reject.error, t('admin.payments.rejectFailed')) : undefined}
      >
        <Textarea
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
