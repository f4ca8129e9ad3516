import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkPaymentEvidence, type PaymentEvidence } from '../../../../src/money/evidence/contract.ts';
import { call } from '../../../lib/call.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** Has a payment looked up now: by its own hash (null), or by another, of which nothing is kept. */
export function useCheckEvidence(transactionId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (transactionHash: string | null) =>
      call(checkPaymentEvidence, { params: { transactionId }, body: { transactionHash } }),
    onSuccess: (answer, transactionHash) => {
      if (transactionHash !== null) return;
      queryClient.setQueryData<PaymentEvidence>(queryKeys.paymentEvidence(transactionId), answer);
    },
  });
}
