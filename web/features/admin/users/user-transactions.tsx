import { useState } from 'react';
import { descriptionText, reasonText } from '../../../lib/wording-text.ts';
import { t } from '../../../lib/i18n.ts';
import { useTransactions } from '../../../lib/use-transactions.ts';
import { ReceivedAmount } from '../../../ui/received-amount.tsx';
import { Time } from '../../../ui/values.tsx';
import { TransactionAmount, TransactionBadge } from '../../../ui/transaction-badge.tsx';
import { refundCharge } from '../../../../src/admin/accounts/contract.ts';
import type { Transaction } from '../../../../src/money/payments/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { queryKeys } from '../../../lib/reads.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { Only } from '../../../ui/only.tsx';
import { closeAndSay } from '../../../ui/close-and-say.ts';
import { WithNumbers } from '../../../ui/with-numbers.tsx';
import { UserRows } from './user-rows.tsx';

/** A customer's transactions, as an administrator sees them. */
export function UserTransactions({ userId }: { userId: string }) {
  const list = useTransactions(userId);
  return (
    <UserRows
      list={list}
      empty={t('admin.users.noTransactions')}
      title={(row) => <WithNumbers>{descriptionText(row)}</WithNumbers>}
      facts={(row) => (
        <>
          <Time iso={row.createdAt} />
          {reasonText(row) && <span className="break-words">{reasonText(row)}</span>}
          <ReceivedAmount payment={row} />
        </>
      )}
      end={(row) => (
        <>
          <TransactionAmount transaction={row} />
          <TransactionBadge transaction={row} />
          <RefundCharge charge={row} />
        </>
      )}
    />
  );
}

const CHARGES: ReadonlySet<Transaction['type']> = new Set([
  ...(['sms_charge', 'voice_charge', 'did_purchase', 'voice_package', 'reseller_package'] as const),
]);

/** Gives back a charge, or a part of it. */
function RefundCharge({ charge }: { charge: Transaction }) {
  const [open, setOpen] = useState(false);
  if (!CHARGES.has(charge.type) || Number(charge.balanceChange) >= 0) return null;
  return (
    <Only may={refundCharge}>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        {t('admin.refund.button')}
      </Button>
      {open && <RefundDialog charge={charge} onClose={() => setOpen(false)} />}
    </Only>
  );
}

function RefundDialog({ charge, onClose }: { charge: Transaction; onClose: () => void }) {
  const keys = useIdempotencyKey();
  const { id: transactionId, userId: id } = charge;
  const form = useContractForm(bodyOf(refundCharge), {
    defaultValues: { amount: charge.balanceChange.replace('-', ''), reason: '' },
  });
  const refund = useFormCall(form, {
    send: (body) => call(refundCharge, { params: { id, transactionId }, body, idempotencyKey: keys.keyOf(body) }),
    onSent: closeAndSay(
      onClose,
      () => [t('admin.refund.done'), descriptionText(charge)],
      ...[queryKeys.user(id), queryKeys.transactions(id), queryKeys.adminActivity],
    ),
    failed: t('admin.refund.failed'),
  });
  return (
    <FormDialog
      {...refund}
      onClose={onClose}
      title={t('admin.refund.title')}
      description={t('admin.refund.text', { charge: descriptionText(charge) })}
      submitLabel={t('admin.refund.button')}
    >
      <FormInput form={form} name="amount" label={t('admin.adjust.amount')} inputMode="decimal" />
      <FormInput form={form} name="reason" label={t('admin.adjust.reason')} data-autofocus />
    </FormDialog>
  );
}
