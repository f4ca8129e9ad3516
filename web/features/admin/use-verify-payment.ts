import { useMutation, useQueryClient } from '@tanstack/react-query';
import { verifyPayment } from '../../../src/payments/admin-contract.ts';
import type { BodyInputOf } from '../../../src/kit/endpoint.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toast.tsx';

/** Verifies a payment, says how it went, and reads the lists again that it changed. */
export function useVerifyPayment(onVerified: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof verifyPayment>) => call(verifyPayment, { body }),
    onSuccess: () => {
      toast({ title: t('admin.payments.verified'), description: t('admin.payments.verifiedHint') });
      onVerified();
      for (const queryKey of [queryKeys.pendingPayments, queryKeys.adminUsers, queryKeys.adminStats]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: () =>
      toast({
        title: t('admin.error'),
        description: t('admin.payments.verifyFailed'),
        variant: 'destructive',
      }),
  });
}
