import { useEffect, useState } from 'react';
import { useNavigate } from '../../lib/router.ts';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { createTransaction, type CoinOffer, type Transaction } from '../../../src/money/payments/contract.ts';
import type { Quote } from '../../../src/money/payments/quotes/contract.ts';
import { hashFault, hashFromLink, normalizeHash } from '../../../src/money/payments/hashes.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call, messageOf, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { addNewest } from '../../lib/list-cache.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { keptDraft, useDraft } from '../../lib/use-draft.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { OutputField, outputInput, outputOf } from './output-field.tsx';
import { PaymentInstructions } from './payment-instructions.tsx';
import { QuoteTime } from './quote-time.tsx';
import { ReceiptField } from './receipt-field.tsx';
import { useQuote } from './use-quote.ts';

/** What is about to be paid. */
export interface Purchase {
  coin: CoinOffer;
  /** Pounds as a decimal string. */
  amount: string;
  /** The order that it pays once it is verified. */
  order?: Transaction;
}

interface PaymentDialogProps {
  purchase: Purchase;
  /** What else is to be put away with it. */
  onClose?: () => void;
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
    output: outputInput(),
    receipt: z.object({ objectPath: z.string(), fileName: z.string() }).nullable(),
    /** Of this payment, however often it is tried or the page is loaded again. */
    idempotencyKey: z.string(),
  });

type Proof = z.output<ReturnType<typeof paymentForm>>;

const nothingYet = (): Proof => ({
  transactionHash: '',
  output: '',
  receipt: null,
  idempotencyKey: newIdempotencyKey(),
});

/** How to pay, and the form that tells the administrators that it was paid. */
export function PaymentDialog({ purchase, onClose, onAmountRefused }: PaymentDialogProps) {
  const { coin, amount, order } = purchase;
  const { id } = useCurrentUser();
  const navigate = useNavigate();
  const draft = `payment:${coin.id}:${amount}:${order?.id ?? ''}`;
  const kept = keptDraft<Proof>(id, draft);
  const { quote, renew } = useQuote(coin.id, amount);
  const [uploading, setUploading] = useState(false);
  /** What the server has against the payment where no field says it. */
  const [remark, setRemark] = useState<string>();
  const [hashTaken, setHashTaken] = useState(false);
  const form = useContractForm(paymentForm(coin), {
    defaultValues: { ...nothingYet(), ...kept },
  });
  const forget = useDraft(form, draft);
  const receipt = useWatch({ control: form.control, name: 'receipt' });
  const close = () => {
    onClose?.();
    void navigate({ to: '/billing', replace: true });
  };
  const { errors } = form.formState;
  const refusedAmount = fieldErrors(quote.error).find(({ path }) => path === 'amount')?.message;
  useEffect(() => {
    if (refusedAmount === undefined) return;
    onAmountRefused(refusedAmount);
    close();
  });

  const submit = useMutation({
    mutationFn: ({ transactionHash, output, receipt: given, idempotencyKey }: Proof) =>
      call(createTransaction, {
        params: { id },
        idempotencyKey,
        body: {
          type: 'credit_purchase',
          amount,
          description: t('billing.payment.transactionDescription', { coin: coin.name }),
          status: 'pending',
          cryptocurrency: coin.id,
          ...quoted(quote.data),
          settlesTransactionId: order?.id ?? null,
          transactionHash,
          outputIndex: outputOf(output),
          receiptImageUrl: given?.objectPath ?? null,
        },
      }),
    onMutate: () => setRemark(undefined),
    onSuccess: (created) => {
      addNewest(queryKeys.transactions(id), created);
      toast({
        title: t('billing.payment.submitted'),
        description: t('billing.payment.submittedHint'),
      });
      forget();
      void navigate({
        to: '/billing/payments/$paymentId',
        params: { paymentId: created.id },
        replace: true,
      });
    },
    onError: (error) => {
      const sentence = messageOf(error, t('billing.payment.failed'));
      const isTaken = isDuplicateHash(error);
      setHashTaken(isTaken);
      if (isTaken) form.setError('transactionHash', { type: 'server', message: sentence });
      else if (!applyProblem(form, error)) setRemark(sentence);
      const badOutput = fieldErrors(error).find(({ path }) => path === 'outputIndex');
      if (badOutput) form.setError('output', { type: 'server', message: badOutput.message });
      const badReceipt = fieldErrors(error).find(({ path }) => path === 'receiptImageUrl');
      if (badReceipt) form.setError('receipt', { type: 'server', message: badReceipt.message });
      const refused = fieldErrors(error).find(({ path }) => path === 'amount');
      if (refused) {
        onAmountRefused(refused.message);
        close();
      }
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
      open
      onClose={close}
      title={t('billing.payment.title', { coin: coin.name })}
      description={
        order
          ? t('billing.payment.orderDescription', { amount: formatPounds(amount), what: order.description })
          : t('billing.payment.description', { amount: formatPounds(amount) })
      }
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form="payment" busy={submit.isPending} disabled={uploading || !quote.data}>
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
        {quote.isPending && <SkeletonRows rows={4} />}
        {quote.isError && <ErrorState error={quote.error} onRetry={() => void quote.refetch()} />}
        {quote.data && (
          <>
            <QuoteTime quote={quote.data} renewing={renew.isPending} onRenew={() => renew.mutate()} />
            {renew.isError && (
              <Notice tone="danger" alert>
                {messageOf(renew.error, t('billing.quote.failed'))}
              </Notice>
            )}
            <PaymentInstructions coin={coin} quote={quote.data} />
          </>
        )}
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
        <OutputField
          coin={coin.id}
          input={form.register('output')}
          error={errors.output?.message}
          asked={hashTaken}
        />
        <ReceiptField
          receipt={receipt}
          error={errors.receipt?.message}
          onUploading={setUploading}
          onChange={(next) => {
            form.setValue('receipt', next);
            form.clearErrors('receipt');
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

/** What was asked for, as the payment names it. */
const quoted = (quote: Quote | undefined) =>
  quote && { quoteId: quote.id, cryptoAmount: quote.cryptoAmount, walletAddress: quote.walletAddress };

const isDuplicateHash = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'duplicate_transaction_hash';

const fieldErrors = (error: unknown) => (error instanceof ApiError ? (error.problem?.errors ?? []) : []);
