import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { createTransaction, type CoinOffer, type Transaction } from '../../../src/money/payments/contract.ts';
import type { Quote } from '../../../src/money/payments/quotes/contract.ts';
import { ApiError, call, failureText, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { addNewest } from '../../lib/list-cache.ts';
import { queryKeys } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { applyProblem } from '../../ui/form.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { outputOf } from './output-field.tsx';
import type { PaymentClaim } from './payment-form.ts';

/** A purchase that is about to be paid. */
export interface Purchase {
  coin: CoinOffer;
  /** Pounds as a decimal string. */
  amount: string;
  /** The order that it pays once it is verified. */
  order?: Transaction;
}

interface Outcome {
  onSubmitted: (created: Transaction) => void;
  /** The server refused the amount; the sentence belongs beside the amount's field. */
  onAmountRefused: (message: string) => void;
}

/**
 * Tells the administrators of a payment.
 * @returns `failure`: what the server has against it where no field says so; `hashTaken`: whether another payment
 *   has the same hash
 */
export function useSubmitPayment(
  form: UseFormReturn<PaymentClaim, unknown, PaymentClaim>,
  { purchase, quote }: { purchase: Purchase; quote: Quote | undefined },
  { onSubmitted, onAmountRefused }: Outcome,
) {
  const { id } = useCurrentUser();
  const [failure, setFailure] = useState<string>();
  const [hashTaken, setHashTaken] = useState(false);
  const show = (error: Error) => {
    const sentence = messageOf(error, t('billing.payment.failed'));
    const isTaken = isDuplicateHash(error);
    setHashTaken(isTaken);
    if (isTaken) form.setError('transactionHash', { type: 'server', message: sentence });
    else if (!applyProblem(form, error)) setFailure(sentence);
    for (const [field, path] of [
      ['output', 'outputIndex'],
      ['receipt', 'receiptImageUrl'],
    ] as const) {
      const message = faultOf(error, path);
      if (message !== undefined) form.setError(field, { type: 'server', message });
    }
  };
  const submit = useMutation({
    mutationFn: ({ idempotencyKey, ...claim }: PaymentClaim) =>
      call(createTransaction, { params: { id }, idempotencyKey, body: bodyFor(purchase, quote, claim) }),
    onMutate: () => setFailure(undefined),
    onSuccess: (created) => {
      addNewest(queryKeys.transactions(id), created);
      toast(t('billing.payment.submitted'), t('billing.payment.submittedHint'));
      onSubmitted(created);
    },
    onError: (error) => {
      show(error);
      const refused = faultOf(error, 'amount');
      if (refused !== undefined) onAmountRefused(refused);
      toastFailure(t('billing.payment.failedTitle'), failureText(error, t('billing.payment.failed')));
    },
  });
  return { submit, failure, hashTaken };
}

const bodyFor = (
  { coin, amount, order }: Purchase,
  quote: Quote | undefined,
  { transactionHash, output, receipt }: Omit<PaymentClaim, 'idempotencyKey'>,
) => ({
  type: 'credit_purchase' as const,
  amount,
  // Nothing was typed: the ledger says what it is, in its reader's language.
  description: '',
  status: 'pending' as const,
  cryptocurrency: coin.id,
  ...(quote && { quoteId: quote.id, cryptoAmount: quote.cryptoAmount, walletAddress: quote.walletAddress }),
  settlesTransactionId: order?.id ?? null,
  transactionHash,
  outputIndex: outputOf(output),
  receiptImageUrl: receipt?.objectPath ?? null,
});

const isDuplicateHash = (error: Error): boolean =>
  error instanceof ApiError && error.problem?.code === 'duplicate_transaction_hash';

/** The server's objection to one field of the request. */
export const faultOf = (error: Error | null, path: string): string | undefined =>
  error instanceof ApiError ? error.problem?.errors?.find((fault) => fault.path === path)?.message : undefined;
