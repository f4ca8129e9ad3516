import { findCoin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { ApprovalNeeded } from './approval-needed.tsx';
import { ApprovalNotice } from './approval-notice.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionFields } from './decision-fields.tsx';
import { LateNotice } from './late-notice.tsx';
import { PaymentClaimants } from './payment-claimants.tsx';
import type { PaymentDrafts } from './payment-draft.ts';
import { PaymentEvidence } from '../evidence/payment-evidence.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { ReceiptPreview } from './receipt-preview.tsx';
import { ScreeningNotice } from './screening-notice.tsx';
import { SignatureNotice } from './signature-notice.tsx';
import { TimelineDetails } from '../history/timeline-details.tsx';
import { useDecision } from './use-decision.ts';

interface PaymentCardProps {
  payment: PendingPayment;
  /** The entries for the payments of the queue. */
  drafts: PaymentDrafts;
  /** The shared hash field's content. */
  hash: string;
  onHashChange: (hash: string) => void;
  verifyNeedsHash: boolean;
}

/** One payment of the queue: everything an administrator needs to decide, and the decision. */
export function PaymentCard({ payment, drafts, hash, onHashChange, verifyNeedsHash }: PaymentCardProps) {
  const { approval } = payment;
  const decision = useDecision({ payment, drafts, hash, onHashChange });
  const { draft, change, enteredHash, verify } = decision;
  return (
    <article className="flex flex-col gap-4 px-5 py-5">
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-[1fr_13rem]">
        <PaymentFacts payment={payment} coin={findCoin(draft.coinId)} enteredHash={enteredHash} />
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
      <DecisionFields payment={payment} decision={decision} />
      {approval ? (
        <ApprovalNotice payment={payment} approval={approval} onUse={decision.takeOver} />
      ) : (
        <ApprovalNeeded amounts={[payment.amount, decision.arrived]} />
      )}
      {verify.isError && (
        <Notice tone="danger" alert>
          {messageOf(verify.error, t('admin.payments.verifyFailed'))}
        </Notice>
      )}
      {payment.status === 'pending' && (
        <DecisionButtons
          payment={payment}
          decision={decision}
          verifyNeedsHash={verifyNeedsHash}
          onHashChange={onHashChange}
        />
      )}
    </article>
  );
}
