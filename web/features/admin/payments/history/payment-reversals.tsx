import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AdminPayment } from '../../../../../src/admin/contract.ts';
import { listReversals, reversePayment } from '../../../../../src/money/payments/reversals/contract.ts';
import { call } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { useMay } from '../../../../lib/use-may.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { Button } from '../../../../ui/button.tsx';
import { SkeletonRows } from '../../../../ui/skeleton.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { ReadFrame } from '../../../../ui/read-frame.tsx';

/** Shows the amounts taken back of a verified payment, and the way to take back the rest. */
export function PaymentReversals({ payment }: { payment: AdminPayment }) {
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
  payment: AdminPayment;
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
