import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withdrawRequest } from '../../../../../src/admin/requests/contract.ts';
import type { PaymentApproval, PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { findCoin } from '../../../../../src/money/payments/catalogue.ts';
import { call, messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { formatPounds } from '../../../../ui/format-money.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Time } from '../../../../ui/time.tsx';

interface ApprovalNoticeProps {
  payment: PendingPayment;
  approval: PaymentApproval;
  /** Fills the form with what the first administrator said. */
  onUse: () => void;
}

/** It says who approved a payment that waits for a second administrator, and with what. */
export function ApprovalNotice({ payment, approval, onUse }: ApprovalNoticeProps) {
  const isOwn = useCurrentUser().id === approval.by.id;
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => call(withdrawRequest, { params: { requestId: approval.requestId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.pendingPayments }),
  });
  return (
    <Notice tone="warning">
      <div role="status" className="flex flex-col gap-2">
        <p className="font-medium">
          {t('admin.approval.waiting', { name: approval.by.fullName || approval.by.email })}
        </p>
        <p className="break-all">
          {amountOf(payment, approval)} · <span className="font-mono">{approval.transactionHash}</span> ·{' '}
          <Time iso={approval.at} />
        </p>
        {isOwn && <p>{t('admin.approval.own')}</p>}
        <div>
          {isOwn ? (
            <Button variant="secondary" size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {t('admin.approval.withdraw')}
            </Button>
          ) : (
            <Button variant="secondary" size="sm" onClick={onUse}>
              {t('admin.approval.use')}
            </Button>
          )}
        </div>
        {withdraw.error && (
          <p role="alert" className="text-danger">
            {messageOf(withdraw.error, t('admin.approval.withdrawFailed'))}
          </p>
        )}
      </div>
    </Notice>
  );
}

/** The amount that arrived, by the first administrator's word. */
function amountOf({ amount }: PendingPayment, approval: PaymentApproval): string {
  const { receivedAmount, receivedCryptoAmount, cryptocurrency, asCredit } = approval;
  const pounds = formatPounds(receivedAmount ?? amount);
  const coins = receivedCryptoAmount ? ` (${receivedCryptoAmount} ${findCoin(cryptocurrency)?.symbol})` : '';
  return t(asCredit ? 'admin.approval.asCredit' : 'admin.approval.amount', { amount: `${pounds}${coins}` });
}
