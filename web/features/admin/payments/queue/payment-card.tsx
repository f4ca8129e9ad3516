import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdminStats } from '../../../../../src/admin/contract.ts';
import { withdrawRequest } from '../../../../../src/admin/requests/contract.ts';
import { getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { findCoin } from '../../../../../src/money/payments/catalogue.ts';
import type { PaymentApproval, PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { call, messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { comparePounds } from '../../../../lib/pounds.ts';
import { queryKeys, reread, useRead } from '../../../../lib/reads.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { SmallButton } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Time, formatPounds } from '../../../../ui/values.tsx';
import { PaymentEvidence } from '../evidence/payment-evidence.tsx';
import { PaymentReversals } from '../history/payment-reversals.tsx';
import { PaymentTimeline } from '../../../../ui/payment-timeline.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionFields } from './decision-fields.tsx';
import { PaymentClaimants } from './payment-claimants.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { ReceiptPreview } from './receipt-preview.tsx';
import { type Deciding, useDecision } from './use-decision.ts';
import { Refusal } from '../../../../ui/refusal.tsx';

const TONES = { blocked: 'danger', clear: 'info', unanswered: 'warning' } as const;

/** Shows the screening service's answer about the senders of a payment; nothing where there is none. */
function ScreeningNotice({ paymentId }: { paymentId: string }) {
  const { data: known } = useRead(getPaymentEvidence, { transactionId: paymentId });
  if (!known?.screening) return null;
  const { verdict, reason } = known.screening;
  return (
    <Notice tone={TONES[verdict]}>
      <p>{t(`admin.screening.${verdict}`)}</p>
      {reason && <p className="break-words">{reason}</p>}
    </Notice>
  );
}

interface PaymentCardProps extends Deciding {
  verifyNeedsHash: boolean;
  /** Goes on to the next payment, once this one is decided. */
  onNext: () => void;
}

/** One payment of the queue: everything an administrator needs to decide, and the decision. */
export function PaymentCard({ verifyNeedsHash, onNext, ...deciding }: PaymentCardProps) {
  const { payment, onHashChange, onDecide } = deciding;
  const decision = useDecision(deciding);
  const { draft, change, enteredHash, verify } = decision;
  return (
    <article className="flex flex-col gap-4 px-5 py-5">
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-[1fr_13rem]">
        <PaymentFacts
          payment={payment}
          coin={findCoin(draft.coinId)}
          enteredHash={enteredHash}
          onUseHash={payment.status === 'pending' ? onHashChange : undefined}
        />
        <ReceiptPreview url={payment.receiptImageUrl} />
      </div>
      {payment.cryptocurrency && (
        <PaymentEvidence
          payment={payment}
          enteredHash={enteredHash}
          shown={decision.shown}
          output={draft.output}
          onOutputChange={(output) => change({ output })}
        />
      )}
      <PaymentClaimants payment={payment} />
      <SignatureNotice paymentId={payment.id} />
      <ScreeningNotice paymentId={payment.id} />
      <LateNotice paymentId={payment.id} />
      <TimelineDetails userId={payment.userId} transactionId={payment.id} />
      {payment.status === 'pending' ? (
        <>
          <DecisionFields payment={payment} decision={decision} />
          {payment.approval ? (
            <ApprovalNotice payment={payment} approval={payment.approval} onUse={decision.takeOver} />
          ) : (
            <ApprovalNeeded amounts={[payment.amount, decision.arrived]} />
          )}
          {verify.error && <Refusal error={verify.error} fallback={t('admin.payments.verifyFailed')} />}
          <DecisionButtons
            payment={payment}
            decision={decision}
            verifyNeedsHash={verifyNeedsHash}
            onHashFault={deciding.onHashFault}
            onDecide={onDecide}
          />
        </>
      ) : (
        <Notice tone="info">
          <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p>{t(payment.status === 'verified' ? 'admin.queue.isVerified' : 'admin.queue.isRejected')}</p>
            <SmallButton onClick={onNext}>{t('admin.queue.next')}</SmallButton>
            {payment.status === 'verified' && <PaymentReversals payment={payment} />}
          </div>
        </Notice>
      )}
    </article>
  );
}

/**
 * Says in advance that a payment needs a second administrator, because of the amount due or the amount that
 * arrived.
 */
function ApprovalNeeded({ amounts }: { amounts: (string | null)[] }) {
  const { data } = useRead(getAdminStats, {});
  const limit = data?.approvalAbove;
  if (!limit || !amounts.some((amount) => amount !== null && comparePounds(amount, limit) > 0)) return null;
  return <p className="text-sm text-muted">{t('admin.approval.needed', { limit: formatPounds(limit) })}</p>;
}

interface ApprovalNoticeProps {
  payment: PendingPayment;
  approval: PaymentApproval;
  /** Fills the form with what the first administrator said. */
  onUse: () => void;
}

/** It says who approved a payment that waits for a second administrator, and with what. */
function ApprovalNotice({ payment, approval, onUse }: ApprovalNoticeProps) {
  const isOwn = useCurrentUser().id === approval.by.id;
  const withdraw = useMutation({
    mutationFn: () => call(withdrawRequest, { params: { requestId: approval.requestId } }),
    onSettled: () => reread(queryKeys.pendingPayments),
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
            <SmallButton busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {t('admin.approval.withdraw')}
            </SmallButton>
          ) : (
            <SmallButton onClick={onUse}>{t('admin.approval.use')}</SmallButton>
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

/** That a payment came after its price had ended, and what is credited for that; nothing where it came in time. */
function LateNotice({ paymentId }: { paymentId: string }) {
  const { data: known } = useRead(getPaymentEvidence, { transactionId: paymentId });
  if (!known?.late) return null;
  const { quotedValue, todaysValue } = known.late;
  const credited = comparePounds(todaysValue, quotedValue) < 0 ? todaysValue : quotedValue;
  return (
    <Notice tone="warning">
      {t('admin.claims.late', {
        quoted: formatPounds(quotedValue),
        today: formatPounds(todaysValue),
        credited: formatPounds(credited),
      })}
    </Notice>
  );
}

/** With which addresses a payment's customer has signed, and whether they sent it; nothing without a signature. */
function SignatureNotice({ paymentId }: { paymentId: string }) {
  const { data: known } = useRead(getPaymentEvidence, { transactionId: paymentId });
  if (!known || known.signatures.length === 0) return null;
  return (
    <Notice tone={known.signatures.some(({ sent }) => sent) ? 'info' : 'warning'}>
      {known.signatures.map(({ address, sent }) => (
        <p key={address} className="wrap-anywhere">
          {t(sent ? 'admin.evidence.signedBySender' : 'admin.evidence.signedByOther', { address })}
        </p>
      ))}
    </Notice>
  );
}

/** A payment's timeline, which is read when it is first opened. */
function TimelineDetails({ userId, transactionId }: { userId: string; transactionId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-sm text-sm font-medium">{t('payment.timeline')}</summary>
      {open && (
        <div className="pt-3">
          <PaymentTimeline userId={userId} transactionId={transactionId} />
        </div>
      )}
    </details>
  );
}
