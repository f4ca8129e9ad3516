import { useState } from 'react';
import { z } from 'zod';
import { createTransaction, type CoinOffer, type Transaction } from '../../../src/money/payments/contract.ts';
import { hashFault, hashFromLink, normalizeHash } from '../../../src/money/payments/hashes.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call, messageOf, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { addNewest } from '../../lib/list-cache.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { PaymentInstructions } from './payment-instructions.tsx';
import { ReceiptField, type UploadedReceipt } from './receipt-field.tsx';

/** What is about to be paid. */
export interface Purchase {
  coin: CoinOffer;
  /** Pounds as a decimal string. */
  amount: string;
  /** In the coin, to 8 decimals. */
  cryptoAmount: string;
  /** The order that it pays once it is verified. */
  order?: Transaction;
}

interface PaymentDialogProps {
  purchase: Purchase;
  open: boolean;
  onClose: () => void;
  onSubmitted: () => void;
  /** The server refused the amount; the sentence belongs beside the amount's field. */
  onAmountRefused: (message: string) => void;
}

/** The form's fields; what is wrong with a hash depends on the coin it is for. */
const paymentForm = (coin: CoinOffer) =>
  z.object({
    transactionHash: z
      .string()
      .transform(hashFromLink)
      .pipe(
        z
          .string()
          .min(1, t('billing.payment.hashRequired'))
          .refine((hash) => normalizeHash(coin.id, hash) !== null, hashFault(coin.id)),
      ),
    receiptImageUrl: z.string().nullable(),
  });

/** How to pay, and the form that tells the administrators that it was paid. */
export function PaymentDialog({ purchase, open, onClose, onSubmitted, onAmountRefused }: PaymentDialogProps) {
  const { coin, amount, cryptoAmount, order } = purchase;
  const { id } = useCurrentUser();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [receipt, setReceipt] = useState<UploadedReceipt | null>(null);
  const [uploading, setUploading] = useState(false);
  /** What the server has against the payment where no field says it. */
  const [remark, setRemark] = useState<string>();
  const form = useContractForm(paymentForm(coin), {
    defaultValues: { transactionHash: '', receiptImageUrl: null },
  });
  const { errors } = form.formState;

  const submit = useMutation({
    mutationFn: (proof: { transactionHash: string; receiptImageUrl: string | null }) =>
      call(createTransaction, {
        params: { id },
        idempotencyKey,
        body: {
          type: 'credit_purchase',
          amount,
          description: t('billing.payment.transactionDescription', { coin: coin.name }),
          status: 'pending',
          cryptocurrency: coin.id,
          cryptoAmount,
          walletAddress: coin.walletAddress,
          settlesTransactionId: order?.id ?? null,
          ...proof,
        },
      }),
    onMutate: () => setRemark(undefined),
    onSuccess: (created) => {
      addNewest(queryKeys.transactions(id), created);
      toast({
        title: t('billing.payment.submitted'),
        description: t('billing.payment.submittedHint'),
      });
      onSubmitted();
    },
    onError: (error) => {
      const sentence = messageOf(error, t('billing.payment.failed'));
      if (isDuplicateHash(error)) form.setError('transactionHash', { type: 'server', message: sentence });
      else if (!applyProblem(form, error)) setRemark(sentence);
      const refused = fieldErrors(error).find(({ path }) => path === 'amount');
      if (refused) onAmountRefused(refused.message);
      toast({
        title: t('billing.payment.failedTitle'),
        description: t('billing.payment.failed'),
        variant: 'destructive',
      });
    },
  });

  const pasteHash = (text: string) => {
    const hash = hashFromLink(text);
    if (hash !== text) form.setValue('transactionHash', hash, { shouldValidate: true });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('billing.payment.title', { coin: coin.name })}
      description={
        order
          ? t('billing.payment.orderDescription', { amount: formatPounds(amount), what: order.description })
          : t('billing.payment.description', { amount: formatPounds(amount) })
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form="payment" busy={submit.isPending} disabled={uploading}>
            {t('billing.payment.submit')}
          </Button>
        </>
      }
    >
      <form
        id="payment"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((values) => submit.mutate(values))}
      >
        <PaymentInstructions coin={coin} cryptoAmount={cryptoAmount} />
        <Field
          label={t('billing.payment.hash')}
          hint={t('billing.payment.hashHint')}
          error={errors.transactionHash?.message}
        >
          <Input
            {...form.register('transactionHash', { onBlur: (event) => pasteHash(event.target.value) })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
        <ReceiptField
          receipt={receipt}
          error={errors.receiptImageUrl?.message}
          onUploading={setUploading}
          onChange={(next) => {
            setReceipt(next);
            form.setValue('receiptImageUrl', next?.objectPath ?? null);
            form.clearErrors('receiptImageUrl');
          }}
        />
        {remark && (
          <Notice tone="danger" alert>
            {remark}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

const isDuplicateHash = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'duplicate_transaction_hash';

const fieldErrors = (error: unknown) => (error instanceof ApiError ? (error.problem?.errors ?? []) : []);
