import { ADJUSTMENT_KINDS } from '../../../../db/enums.ts';
import type { User } from '../../../../src/callers/contract.ts';
import { adjustBalance } from '../../../../src/admin/contract.ts';
import { bodyOf, call, failureText } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { reread } from '../../../lib/invalidate.ts';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { useContractForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';

/** The accounts of the books on which adjustments stand. */
const ACCOUNTS = { correction: '5400', goodwill: '5300', exchange: '5500', dust: '5600' } as const;

/** Adds to a balance or takes from it, with a reason that the customer's list shows. */
export function AdjustBalanceDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const keys = useIdempotencyKey();
  const form = useContractForm(bodyOf(adjustBalance), {
    defaultValues: { amount: '', reason: '', kind: 'correction' },
  });
  const { errors } = form.formState;
  const adjust = useFormCall(form, {
    send: (body) => call(adjustBalance, { params: { id: user.id }, body, idempotencyKey: keys.keyOf(body) }),
    onSent: (transaction) => {
      onClose();
      toast(t('admin.adjust.done'), formatPounds(transaction.balanceChange, { signed: true }));
      void reread(queryKeys.user(user.id), queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
    },
    failed: t('admin.adjust.failed'),
    onFailed: (error) => toastFailure(t('admin.error'), failureText(error, t('admin.adjust.failed'))),
  });
  return (
    <FormDialog
      {...adjust}
      onClose={onClose}
      title={t('admin.adjust.title')}
      description={t('admin.adjust.description', {
        email: user.email,
        balance: formatPounds(user.credits),
      })}
      submitLabel={t('admin.adjust.submit')}
    >
      <Field label={t('admin.adjust.amount')} hint={t('admin.adjust.amountHint')} error={errors.amount?.message}>
        <Input {...form.register('amount')} inputMode="text" autoComplete="off" data-autofocus />
      </Field>
      <Field label={t('admin.adjust.reason')} error={errors.reason?.message}>
        <Input {...form.register('reason')} autoComplete="off" />
      </Field>
      <Field label={t('books.accountName')}>
        <Select {...form.register('kind')}>
          {ADJUSTMENT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`books.accounts.${ACCOUNTS[kind]}`)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
