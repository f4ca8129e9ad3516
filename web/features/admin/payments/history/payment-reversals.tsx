import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminPayment } from '../../../../../src/admin/contract.ts';
import {
  listReversals,
  type Reversal,
  withdrawReversal,
} from '../../../../../src/money/payments/reversals/contract.ts';
import { call, messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { formatPounds } from '../../../../ui/format-money.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SkeletonRows } from '../../../../ui/skeleton.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { ReadFrame } from '../../../../ui/read-frame.tsx';

/** What was taken back of a verified payment, and the way to take back what is left of it. */
export function PaymentReversals({ payment }: { payment: AdminPayment }) {
  const list = useQuery({
    queryKey: queryKeys.paymentReversals(payment.id),
    queryFn: () => call(listReversals, { params: { transactionId: payment.id } }),
  });
  return (
    <ReadFrame read={list} pending={<SkeletonRows rows={1} />}>
      {(answer) => <Reversals payment={payment} {...answer} />}
    </ReadFrame>
  );
}

interface ReversalsProps {
  payment: AdminPayment;
  reversals: readonly Reversal[];
  /** What can still be taken back, in pounds. */
  left: string;
}

function Reversals({ payment, reversals, left }: ReversalsProps) {
  const [reversing, setReversing] = useState(false);
  const waiting = reversals.find(({ state }) => state === 'waiting');
  return (
    <div className="flex flex-col items-start gap-3">
      {waiting && <Waiting payment={payment} waiting={waiting} onAgree={() => setReversing(true)} />}
      {!waiting && left !== '0.00' && (
        <Button variant="danger" size="sm" onClick={() => setReversing(true)}>
          {t('admin.reversal.open')}
        </Button>
      )}
      {reversing && (
        <ReverseDialog
          payment={payment}
          left={left}
          waiting={waiting ?? null}
          onClose={() => setReversing(false)}
        />
      )}
    </div>
  );
}

interface WaitingProps {
  payment: AdminPayment;
  waiting: Reversal;
  onAgree: () => void;
}

function Waiting({ payment, waiting, onAgree }: WaitingProps) {
  const queryClient = useQueryClient();
  const isOwn = useCurrentUser().id === waiting.requestedBy.id;
  const withdraw = useMutation({
    mutationFn: () => call(withdrawReversal, { params: { transactionId: payment.id } }),
    onSuccess: () => {
      for (const queryKey of [queryKeys.paymentReversals(payment.id), queryKeys.adminActivity]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  const { requestedBy, amount, reason } = waiting;
  return (
    <Notice tone="warning">
      <div className="flex flex-col items-start gap-2">
        <p>
          {t('admin.reversal.waiting', {
            name: requestedBy.fullName || requestedBy.email,
            amount: formatPounds(amount),
          })}
        </p>
        <p>{reason}</p>
        <div className="flex flex-wrap gap-2">
          {!isOwn && (
            <Button variant="danger" size="sm" onClick={onAgree}>
              {t('admin.reversal.agree')}
            </Button>
          )}
          <Button variant="secondary" size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t('admin.reversal.withdraw')}
          </Button>
        </div>
        {withdraw.isError && <p role="alert">{messageOf(withdraw.error, t('admin.reversal.failed'))}</p>}
      </div>
    </Notice>
  );
}
