import { useState } from 'react';
import { COINS, findCoin } from '../../../../src/money/payments/catalogue.ts';
import { doubtsOf } from '../../../../src/money/payments/doubts.ts';
import type { PendingPayment } from '../../../../src/money/payments/contract.ts';
import { messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { comparePounds } from '../../../lib/pounds.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Select, Switch } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ApprovalNeeded } from './approval-needed.tsx';
import { ApprovalNotice } from './approval-notice.tsx';
import { DespiteDialog } from './despite-dialog.tsx';
import { HashMatch } from './hash-match.tsx';
import { LateNotice } from './late-notice.tsx';
import { PaymentClaimants } from './payment-claimants.tsx';
import { PaymentEvidence } from './payment-evidence.tsx';
import { type PaymentDrafts, usePaymentDraft } from './payment-draft.ts';
import { PaymentFacts } from './payment-facts.tsx';
import { ReceiptPreview } from './receipt-preview.tsx';
import { isWrong, poundsReceived, receivedFields, receivedOf } from './received.ts';
import { ReceivedField } from './received-field.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { sameHash } from './same-hash.ts';
import { TimelineDetails } from './timeline-details.tsx';
import { useShownEvidence } from './use-shown-evidence.ts';
import { useVerifyPayment } from './use-verify-payment.ts';
import { VerifyReason } from './verify-reason.tsx';

interface PaymentCardProps {
  payment: PendingPayment;
  /** What was entered for the payments of the queue. */
  drafts: PaymentDrafts;
  /** The shared hash field's content. */
  hash: string;
  onHashChange: (hash: string) => void;
  verifyNeedsHash: boolean;
}

/** One payment of the queue: everything an administrator needs to decide, and the decision. */
export function PaymentCard({ payment, drafts, hash, onHashChange, verifyNeedsHash }: PaymentCardProps) {
  const { approval } = payment;
  const [rejecting, setRejecting] = useState(false);
  const [asking, setAsking] = useState(false);
  const [{ coinId, received, output, creditChosen, reason }, changeDraft] = usePaymentDraft(payment, drafts);
  const isApprover = useCurrentUser().id === approval?.by.id;
  const entered = hash.trim();
  const verify = useVerifyPayment(() => onHashChange(''));

  const isOrder = payment.type !== 'credit_purchase';
  const arrived = poundsReceived(payment, received);
  const tooLittle = isOrder && arrived !== null && comparePounds(arrived, payment.amount) < 0;
  const asCredit = isOrder && (creditChosen || tooLittle);

  const shown = useShownEvidence(payment, entered);
  const otherHash = payment.transactionHash !== null && shown.isOther;
  const evidence =
    shown.evidence && sameHash(shown.evidence.transactionHash, entered) ? shown.evidence : null;
  const doubts = doubtsOf({
    otherHash,
    reasons: evidence?.reasons ?? [],
    arrivedValue: evidence?.arrivedValue ?? null,
    credited: arrived,
    outputChosen: output !== null,
  });

  const submit = () => {
    setAsking(false);
    verify.mutate({
      transactionId: payment.id,
      transactionHash: entered,
      cryptocurrency: coinId,
      outputIndex: output,
      ...receivedFields(received),
      ...(asCredit ? { asCredit } : {}),
      ...(reason.trim() ? { reason } : {}),
    });
  };

  const decide = () => {
    if (!entered) {
      toast({
        title: t('admin.error'),
        description: t('admin.payments.hashMissing'),
        variant: 'destructive',
      });
      return;
    }
    if (doubts.length > 0) setAsking(true);
    else submit();
  };

  const takeOver = () => {
    if (!approval) return;
    onHashChange(approval.transactionHash);
    changeDraft({
      coinId: approval.cryptocurrency,
      received: receivedOf(payment),
      creditChosen: approval.asCredit,
      output: approval.outputIndex,
    });
  };

  return (
    <article className="flex flex-col gap-4 px-5 py-5">
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-[1fr_13rem]">
        <PaymentFacts payment={payment} coin={findCoin(coinId)} enteredHash={entered} />
        <ReceiptPreview url={payment.receiptImageUrl} />
      </div>
      {payment.cryptocurrency && (
        <PaymentEvidence
          payment={payment}
          enteredHash={entered}
          shown={shown}
          output={output}
          onOutputChange={(chosen) => changeDraft({ output: chosen })}
        />
      )}
      <PaymentClaimants payment={payment} />
      <LateNotice paymentId={payment.id} />
      <TimelineDetails userId={payment.userId} transactionId={payment.id} />
      {!payment.cryptocurrency && (
        <Field label={t('admin.payments.coin')} className="max-w-64">
          <Select
            value={coinId ?? ''}
            onChange={(event) =>
              changeDraft({ coinId: COINS.find(({ id }) => id === event.target.value)?.id ?? null })
            }
          >
            <option value="">{t('admin.payments.chooseCoin')}</option>
            {COINS.map((coin) => (
              <option key={coin.id} value={coin.id}>
                {coin.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ReceivedField
        payment={payment}
        coin={findCoin(coinId)}
        value={received}
        onChange={(arrivedNow) => changeDraft({ received: arrivedNow })}
      />
      {isOrder && (
        <div className="max-w-md">
          <Switch
            label={t('admin.received.asCredit')}
            description={t('admin.received.asCreditHint')}
            checked={asCredit}
            onChange={(chosen) => changeDraft({ creditChosen: chosen })}
          />
        </div>
      )}
      <VerifyReason
        paymentId={payment.id}
        value={reason}
        refusal={verify.error}
        onChange={(typed) => changeDraft({ reason: typed })}
      />
      {!approval && <ApprovalNeeded amounts={[payment.amount, arrived]} />}
      {approval && <ApprovalNotice payment={payment} approval={approval} onUse={takeOver} />}
      {verify.isError && (
        <Notice tone="danger" alert>
          {messageOf(verify.error, t('admin.payments.verifyFailed'))}
        </Notice>
      )}
      {payment.status === 'pending' && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            busy={verify.isPending}
            disabled={(verifyNeedsHash && !entered) || isApprover || isWrong(payment, received)}
            onClick={decide}
          >
            {t('admin.payments.verify')}
          </Button>
          <Button variant="secondary" onClick={() => setRejecting(true)}>
            {t('admin.payments.reject')}
          </Button>
          {payment.transactionHash && (
            <Button variant="secondary" onClick={() => onHashChange(payment.transactionHash ?? '')}>
              {t('admin.payments.useCustomerHash')}
            </Button>
          )}
          {entered && payment.transactionHash && (
            <HashMatch matches={sameHash(entered, payment.transactionHash)} />
          )}
        </div>
      )}
      <DespiteDialog
        payment={payment}
        amount={arrived}
        doubts={doubts}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={submit}
      />
      <RejectDialog payment={payment} open={rejecting} onClose={() => setRejecting(false)} />
    </article>
  );
}
