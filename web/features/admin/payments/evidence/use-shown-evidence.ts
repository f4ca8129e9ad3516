import { useMutation } from '@tanstack/react-query';
import { checkPaymentEvidence, getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { call } from '../../../../lib/call.ts';
import { storeRead, useRead } from '../../../../lib/reads.ts';
import { sameHash } from '../queue/same-hash.ts';

/**
 * Reads the chain's evidence about a payment's hash, or about the entered one for as long as it is the one
 * entered.
 */
export function useShownEvidence(payment: PendingPayment, enteredHash: string) {
  const isInCoin = payment.cryptocurrency !== null;
  const params = { transactionId: payment.id };
  const { data: kept, isError } = useRead(getPaymentEvidence, params, { enabled: isInCoin });
  const check = useCheckEvidence(payment.id);
  const isOther = enteredHash !== '' && !sameHash(enteredHash, payment.transactionHash ?? '');
  const checked = check.data?.evidence ?? null;
  const ofEntered = isOther && checked && sameHash(checked.transactionHash, enteredHash) ? checked : null;
  const isReading = isInCoin && !kept && !isError;
  return { kept, isReading, isError, isOther, check, evidence: ofEntered ?? kept?.evidence ?? null };
}

export type ShownEvidence = ReturnType<typeof useShownEvidence>;

/** Looks a payment up now: by its own hash (null), or by another hash, whose result is not stored. */
function useCheckEvidence(transactionId: string) {
  return useMutation({
    mutationFn: (transactionHash: string | null) =>
      call(checkPaymentEvidence, { params: { transactionId }, body: { transactionHash } }),
    onSuccess: (answer, transactionHash) => {
      if (transactionHash === null) storeRead(getPaymentEvidence, { transactionId }, answer);
    },
  });
}
