import { useMutation } from '@tanstack/react-query';
import { checkPaymentEvidence, getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { call } from '../../../../lib/call.ts';
import { storeRead } from '../../../../lib/use-read.ts';

/** Looks a payment up now: by its own hash (null), or by another hash, whose result is not stored. */
export function useCheckEvidence(transactionId: string) {
  return useMutation({
    mutationFn: (transactionHash: string | null) =>
      call(checkPaymentEvidence, { params: { transactionId }, body: { transactionHash } }),
    onSuccess: (answer, transactionHash) => {
      if (transactionHash === null) storeRead(getPaymentEvidence, { transactionId }, answer);
    },
  });
}
