import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { listReversals, reversePayment } from '../../../../../src/money/payments/reversals/contract.ts';
import { call, bodyOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { useMay } from '../../../../lib/use-may.ts';
import { queryKeys, reread } from '../../../../lib/reads.ts';
import { Button } from '../../../../ui/button.tsx';
import { ReadFrame, SkeletonRows } from '../../../../ui/frames.tsx';
import { useIdempotencyKey } from '../../../../lib/use-idempotency-key.ts';
import { Switch } from '../../../../ui/field.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../../ui/form.tsx';
import { formatPounds } from '../../../../ui/values.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toast } from '../../../../ui/toast.tsx';

/** Shows the amounts taken back of a verified payment, and the way to take back the rest. */
export function PaymentReversals({ payment }: { payment: PendingPayment }) {
  const list = useQuery({
    queryKey: queryKeys.paymentReversals(payment.id),
    queryFn: () => call(listReversals, { params: { transactionId: payment.id } }),
  });
  return (
    <ReadFrame read={list} pending={<SkeletonRows rows={1} />}>
      {({ left }) => <Reversals payment={payment} left={left} />}
    </ReadFrame>
  );
}

interface ReversalsProps {
  payment: PendingPayment;
  /** The amount that can still be taken back, in pounds. */
  left: string;
}

function Reversals({ payment, left }: ReversalsProps) {
  const [reversing, setReversing] = useState(false);
  const may = useMay();
  if (left === '0.00' || !may(reversePayment)) return null;
  return (
    <>
      <Button variant="danger" size="sm" className="self-start" onClick={() => setReversing(true)}>
        {t('admin.reversal.open')}
      </Button>
      {reversing && <ReverseDialog payment={payment} left={left} onClose={() => setReversing(false)} />}
    </>
  );
}

interface ReverseDialogProps {
  payment: PendingPayment;
  /** The amount that can still be taken back, in pounds. */
  left: string;
  onClose: () => void;
}

/** Takes back a payment that was verified wrongly, or a part of it. */
function ReverseDialog(props: ReverseDialogProps) {
  const { payment, left, onClose } = props;
  const { form, reverse, freesHash, setFreesHash } = useReversal(props);
  const { errors } = form.formState;
  return (
    <FormDialog
      {...reverse}
      danger
      failure={reverse.failure ?? errors.freesHash?.message}
      onClose={onClose}
      title={t('admin.reversal.title')}
      description={t('admin.reversal.description', { email: payment.user.email, left: formatPounds(left) })}
      submitLabel={t('admin.reversal.submit')}
    >
      <Notice tone="warning">{t('admin.reversal.warning')}</Notice>
      <FormInput form={form} name="amount" label={t('admin.reversal.amount')} inputMode="decimal" data-autofocus />
      <FormInput form={form} name="reason" label={t('admin.reversal.reason')} />
      <Switch
        label={t('admin.reversal.freesHash')}
        description={t('admin.reversal.freesHashHint')}
        checked={freesHash}
        onChange={setFreesHash}
      />
    </FormDialog>
  );
}

/** The form of a reversal, and what sends it. */
function useReversal({ payment, left, onClose }: ReverseDialogProps) {
  const keys = useIdempotencyKey();
  const [freesHash, setFreesHash] = useState(false);
  const form = useContractForm(bodyOf(reversePayment), { defaultValues: { amount: left, reason: '', freesHash } });
  const reverse = useFormCall(form, {
    send: (body) =>
      call(reversePayment, {
        params: { transactionId: payment.id },
        body: { ...body, freesHash },
        idempotencyKey: keys.keyOf({ ...body, freesHash }),
      }),
    onSent: ({ user }) => {
      onClose();
      toast(
        t('admin.reversal.done'),
        user.owed === '0.00'
          ? undefined
          : t('admin.reversal.owes', { email: user.email, owed: formatPounds(user.owed) }),
      );
      void reread(
        queryKeys.paymentReversals(payment.id),
        queryKeys.payment(payment.userId, payment.id),
        queryKeys.adminPayments,
        queryKeys.adminUsers,
        queryKeys.adminStats,
        queryKeys.adminActivity,
      );
    },
    failed: t('admin.reversal.failed'),
  });
  return { form, reverse, freesHash, setFreesHash };
}
