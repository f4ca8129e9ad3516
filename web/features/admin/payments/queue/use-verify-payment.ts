import { useMutation, useQueryClient } from '@tanstack/react-query';
import { verifyPayment } from '../../../../../src/money/payments/admin-contract.ts';
import type { BodyInputOf } from '../../../../../src/platform/kit/endpoint.ts';
import { call } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { removeRows } from '../../../../lib/list-cache.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { showFailed } from './show-decided.ts';
import { toast } from '../../../../ui/toast.tsx';

/** Verifies a payment or approves it as the first of two, says how it went, and reads the lists again that it changed. */
export function useVerifyPayment(onVerified: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof verifyPayment>) => call(verifyPayment, { body }),
    onSuccess: ({ approval, transaction }) => {
      toast(
        approval
          ? { title: t('admin.approval.approved'), description: approval.detail }
          : { title: t('admin.payments.verified'), description: t('admin.payments.verifiedHint') },
      );
      onVerified();
      // The event does the same; this is for when there is no live connection.
      if (!approval) removeRows(queryKeys.pendingPayments, transaction.id);
      const { pendingCount, pendingPayments, adminPayments, adminUsers, adminStats } = queryKeys;
      const queue = approval ? pendingPayments : pendingCount;
      for (const queryKey of [queue, adminPayments, adminUsers, adminStats]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error, { transactionId: id }) => {
      if (showFailed(error, { id, failed: t('admin.payments.verifyFailed') })) onVerified();
    },
  });
}
