import { createCreditNote, type Invoice, listAllInvoices } from '../../../../src/money/invoices/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { keyOf } from '../../../lib/use-read.ts';
import { reread } from '../../../lib/invalidate.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { useContractForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';

/** Issues a credit note for a part of an invoice. */
export function CreditNoteDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const keys = useIdempotencyKey();
  const form = useContractForm(bodyOf(createCreditNote), {
    defaultValues: { amount: invoice.gross, reason: '' },
  });
  const { errors } = form.formState;
  const issue = useFormCall(form, {
    send: (body) =>
      call(createCreditNote, {
        params: { invoiceId: invoice.id },
        body,
        idempotencyKey: keys.keyOf(body),
      }),
    onSent: ({ number }) => {
      onClose();
      toast(t('books.invoices.corrected'), number);
      void reread(keyOf(listAllInvoices));
    },
    failed: t('admin.error'),
  });
  return (
    <FormDialog
      {...issue}
      onClose={onClose}
      title={t('books.invoices.giveBackTitle', { number: invoice.number })}
      submitLabel={t('books.invoices.giveBack')}
    >
      <Field label={t('books.invoices.amount')} error={errors.amount?.message}>
        <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" data-autofocus />
      </Field>
      <Field label={t('books.invoices.reason')} error={errors.reason?.message}>
        <Input {...form.register('reason')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
