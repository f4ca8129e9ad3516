import { coinText, findCoin } from '../../../../../src/money/payments/catalogue.ts';
import { attachTransfer, dismissTransfer, type UnclaimedTransfer } from '../../../../../src/money/wallets/contract.ts';
import { bodyOf, call } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { removeRows } from '../../../../lib/list-cache.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { useIdempotencyKey } from '../../../../lib/use-idempotency-key.ts';
import { reread } from '../../../../lib/invalidate.ts';
import { Field, Input } from '../../../../ui/field.tsx';
import { useContractForm } from '../../../../ui/form.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { toast } from '../../../../ui/toast.tsx';
import { useFormCall } from '../../../../ui/use-form-call.ts';

export type NearQuote = UnclaimedTransfer['nearest'][number];

interface TransferDialogProps {
  transfer: UnclaimedTransfer;
  /** The quote that it is attached to; null: it is no payment. */
  quote: NearQuote | null;
  onClose: () => void;
}

/** Asks why a transfer is a customer's payment, or why it is none. */
export function TransferDialog({ transfer, quote, onClose }: TransferDialogProps) {
  const keys = useIdempotencyKey();
  const form = useContractForm(bodyOf(dismissTransfer), { defaultValues: { reason: '' } });
  const decide = useFormCall(form, {
    send: async ({ reason }) => {
      const params = { transferId: transfer.id };
      if (!quote) {
        await call(dismissTransfer, { params, body: { reason }, idempotencyKey: keys.keyOf({ reason }) });
        return;
      }
      const body = { quoteId: quote.quoteId, reason };
      await call(attachTransfer, { params, body, idempotencyKey: keys.keyOf(body) });
    },
    onSent: () => {
      onClose();
      toast(t(quote ? 'admin.transfers.attached' : 'admin.transfers.dismissed'));
      removeRows(queryKeys.unclaimedTransfers, transfer.id);
      void reread(
        queryKeys.unclaimedTransfers,
        queryKeys.pendingPayments,
        queryKeys.pendingCount,
        queryKeys.adminActivity,
      );
    },
    failed: t('admin.transfers.failed'),
  });
  const { symbol } = findCoin(transfer.cryptocurrency) ?? { symbol: '' };
  const amount = `${transfer.amount} ${symbol}`;
  return (
    <FormDialog
      {...decide}
      onClose={onClose}
      title={t(quote ? 'admin.transfers.attachTitle' : 'admin.transfers.dismissTitle')}
      description={
        quote
          ? t('admin.transfers.attachText', {
              amount,
              email: quote.user.email,
              due: coinText(quote.cryptoAmount, quote.cryptocurrency),
            })
          : t('admin.transfers.dismissText', { amount })
      }
      submitLabel={t(quote ? 'admin.transfers.attach' : 'admin.transfers.dismiss')}
    >
      <Field
        label={t('admin.transfers.reason')}
        hint={t('admin.transfers.reasonHint')}
        error={form.formState.errors.reason?.message}
      >
        <Input {...form.register('reason')} autoComplete="off" data-autofocus />
      </Field>
    </FormDialog>
  );
}
