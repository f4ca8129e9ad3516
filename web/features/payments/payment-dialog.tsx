import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Quote } from '../../../src/money/payments/quotes/contract.ts';
import { hashFromLink } from '../../../src/shared/hashes.ts';
import { t } from '../../lib/i18n.ts';
import { Link, useNavigate } from '../../lib/router.ts';
import { keptDraft, useDraft } from '../../lib/use-draft.ts';
import { descriptionText } from '../../lib/wording-text.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { FormDialog, useContractForm } from '../../ui/form.tsx';
import { formatPounds } from '../../ui/values.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PaymentTimeline } from '../../ui/payment-timeline.tsx';
import { OutputField } from './output-field.tsx';
import { emptyClaim, type PaymentClaim, paymentForm } from './payment-form.ts';
import { QuotePanel } from './quote-panel.tsx';
import { useQuote } from './use-quote.ts';
import { faultOf, type Purchase, useSubmitPayment } from './use-submit-payment.ts';

interface PaymentDialogProps {
  purchase: Purchase;
  /** Closes other parts together with it. */
  onClose?: () => void;
  /** The server refused the amount; the sentence belongs beside the amount's field. */
  onAmountRefused: (message: string) => void;
}

/** How to pay, and the form that tells the administrators that it was paid. */
export function PaymentDialog({ purchase, onClose, onAmountRefused }: PaymentDialogProps) {
  const { coin } = purchase;
  const navigate = useNavigate();
  const close = () => {
    onClose?.();
    void navigate({ to: '/billing', replace: true });
  };
  const refuseAmount = (message: string) => {
    onAmountRefused(message);
    close();
  };
  const { form, forget, quoting, found, submit, failure, hashTaken } = usePayment(purchase, refuseAmount);
  const [uploading, setUploading] = useState(false);
  const receipt = useWatch({ control: form.control, name: 'receipt' });
  const { errors } = form.formState;
  const title = t('billing.payment.title', { coin: coin.name });
  if (found) {
    const leave = () => {
      forget();
      close();
    };
    return <FoundPayment quote={found} title={title} onClose={leave} />;
  }
  return (
    <FormDialog
      onSubmit={form.handleSubmit((values) => submit.mutate(values))}
      busy={submit.isPending}
      disabled={uploading || !quoting.quote.data}
      failure={failure}
      onClose={close}
      title={title}
      description={describe(purchase)}
      submitLabel={t('billing.payment.submit')}
    >
      <QuotePanel coin={coin} {...quoting} />
      <HashField form={form} />
      <OutputField coin={coin.id} input={form.register('output')} error={errors.output?.message} asked={hashTaken} />
      <FileField
        label={t('billing.receipt.label')}
        file={receipt}
        error={errors.receipt?.message}
        onUploading={setUploading}
        onChange={(next) => {
          form.setValue('receipt', next);
          form.clearErrors('receipt');
        }}
      />
    </FormDialog>
  );
}

function describe({ coin, amount, order }: Purchase): string {
  const pounds = formatPounds(amount);
  if (order) return t('billing.payment.orderDescription', { amount: pounds, what: descriptionText(order) });
  return t(coin.watched ? 'billing.found.description' : 'billing.payment.description', { amount: pounds });
}

/** The payment's hash. A link to it that is pasted from an explorer becomes the hash. */
function HashField({ form }: { form: PaymentForm }) {
  const shorten = (text: string) => {
    const hash = hashFromLink(text);
    if (hash !== text) form.setValue('transactionHash', hash, { shouldValidate: true });
  };
  return (
    <Field
      label={t('billing.payment.hash')}
      hint={t('billing.payment.hashHint')}
      error={form.formState.errors.transactionHash?.message}
    >
      <Input
        {...form.register('transactionHash', { onBlur: (event) => shorten(event.target.value) })}
        autoCapitalize="off"
        spellCheck={false}
        className="font-mono"
      />
    </Field>
  );
}

/** The quote of a purchase, its form, and what submits it; `found` once its payment has arrived. */
function usePayment(purchase: Purchase, onAmountRefused: (message: string) => void) {
  const navigate = useNavigate();
  const quoting = useQuote(purchase);
  const { form, forget } = usePaymentForm(purchase);
  const refused = faultOf(quoting.quote.error, 'amount');
  useEffect(() => {
    if (refused !== undefined) onAmountRefused(refused);
  });
  const submitting = useSubmitPayment(
    form,
    { purchase, quote: quoting.quote.data },
    {
      onSubmitted: ({ id: paymentId }) => {
        forget();
        void navigate({ to: '/billing/payments/$paymentId', params: { paymentId }, replace: true });
      },
      onAmountRefused,
    },
  );
  const paid = submitting.submit.isPending ? null : quoting.quote.data;
  const found = paid && paid.transactionId !== null ? { ...paid, transactionId: paid.transactionId } : null;
  return { form, forget, quoting, found, ...submitting };
}

type PaymentForm = ReturnType<typeof usePaymentForm>['form'];

/** The form with what was kept of it. */
function usePaymentForm({ coin, amount, order }: Purchase) {
  const { id } = useCurrentUser();
  const draft = `payment:${coin.id}:${amount}:${order?.id ?? ''}`;
  const form = useContractForm(paymentForm(coin), {
    defaultValues: { ...emptyClaim(), ...keptDraft<PaymentClaim>(id, draft) },
  });
  return { form, forget: useDraft(form, draft) };
}

interface FoundPaymentProps {
  quote: Quote & { transactionId: string };
  title: string;
  onClose: () => void;
}

/** A payment that has arrived: how often it is confirmed, and that an administrator has it then. */
function FoundPayment({ quote, title, onClose }: FoundPaymentProps) {
  const { userId, transactionId } = quote;
  return (
    <Dialog
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Link
            to="/billing/payments/$paymentId"
            params={{ paymentId: transactionId }}
            replace
            className={buttonClass({})}
          >
            {t('billing.payment.follow')}
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div role="status">
          <Notice>{t('billing.found.arrived')}</Notice>
        </div>
        <PaymentTimeline userId={userId} transactionId={transactionId} />
      </div>
    </Dialog>
  );
}
