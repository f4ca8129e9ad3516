import { useMutation } from '@tanstack/react-query';
import { verifyPayment } from '../../../../../src/money/payments/admin-contract.ts';
import { findCoin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import type { BodyInputOf } from '../../../../../src/platform/kit/endpoint.ts';
import { doubtsOf } from '../../../../../src/shared/doubts.ts';
import { call } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { removeRows } from '../../../../lib/list-cache.ts';
import { comparePounds } from '../../../../lib/pounds.ts';
import { queryKeys, reread } from '../../../../lib/reads.ts';
import { toast } from '../../../../ui/toast.tsx';
import { useShownEvidence } from '../evidence/use-shown-evidence.ts';
import { type PaymentDrafts, usePaymentDraft } from './payment-draft.ts';
import { poundsReceived, receivedFields, receivedOf } from './received.ts';
import { sameHash } from './same-hash.ts';
import { showFailed } from './show-decided.ts';

export interface Deciding {
  payment: PendingPayment;
  /** The entries for the payments of the queue. */
  drafts: PaymentDrafts;
  /** The shared hash field's content. */
  hash: string;
  onHashChange: (hash: string) => void;
  /** Says what is wrong with it, at the field. */
  onHashFault: (fault: string) => void;
  /** Called with what a payment becomes when its decision is sent, and with null where nothing came of it. */
  onDecide: (decided: PendingPayment | null) => void;
}

/**
 * The values that an administrator has entered for a payment, the reasons against it, and a function that
 * sends the decision.
 */
export function useDecision({ payment, drafts, hash, onHashChange, onDecide }: Deciding) {
  const { approval } = payment;
  const [draft, change] = usePaymentDraft(payment, drafts);
  const enteredHash = hash.trim();
  const verify = useVerifyPayment(
    () => onHashChange(''),
    () => onDecide(null),
  );
  const shown = useShownEvidence(payment, enteredHash);

  const isOrder = payment.type !== 'credit_purchase';
  /** In pounds; null where what is typed is no amount. */
  const arrived = poundsReceived(payment, draft.received);
  const tooLittle = isOrder && arrived !== null && comparePounds(arrived, payment.amount) < 0;
  const asCredit = isOrder && (draft.creditChosen || tooLittle);

  const ofEntered = shown.evidence && sameHash(shown.evidence.transactionHash, enteredHash) ? shown.evidence : null;
  const doubts = doubtsOf({
    otherHash: payment.transactionHash !== null && shown.isOther,
    reasons: ofEntered?.reasons ?? [],
    arrivedValue: ofEntered?.arrivedValue ?? null,
    credited: arrived,
    outputChosen: draft.output !== null,
  });

  const submit = () => {
    const explorerUrl = findCoin(draft.coinId)?.explorer(encodeURIComponent(enteredHash)) ?? null;
    onDecide({ ...payment, status: 'verified', transactionHash: enteredHash, explorerUrl });
    verify.mutate({
      transactionId: payment.id,
      transactionHash: enteredHash,
      cryptocurrency: draft.coinId,
      outputIndex: draft.output,
      ...receivedFields(draft.received),
      ...(asCredit ? { asCredit } : {}),
      ...(draft.reason.trim() ? { reason: draft.reason } : {}),
    });
  };

  /** Enters what the first of two administrators said. */
  const takeOver = () => {
    if (!approval) return;
    onHashChange(approval.transactionHash);
    change({
      coinId: approval.cryptocurrency,
      received: receivedOf(payment),
      creditChosen: approval.asCredit,
      output: approval.outputIndex,
    });
  };

  return { draft, change, enteredHash, shown, isOrder, arrived, asCredit, doubts, verify, submit, takeOver };
}

export type Decision = ReturnType<typeof useDecision>;

/** Verifies a payment or approves it as the first of two, says how it went, and reads the lists again that it changed. */
function useVerifyPayment(onVerified: () => void, onUndecided: () => void) {
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof verifyPayment>) => call(verifyPayment, { body }),
    onSuccess: ({ approval, transaction }) => {
      if (approval) {
        onUndecided();
        toast(t('admin.approval.approved'), approval.detail);
      } else toast(t('admin.payments.verified'), t('admin.payments.verifiedHint'));
      onVerified();
      // The event does the same; this is for when there is no live connection.
      if (!approval) removeRows(queryKeys.pendingPayments, transaction.id);
      const { pendingCount, pendingPayments, adminPayments, adminUsers, adminStats } = queryKeys;
      const queue = approval ? pendingPayments : pendingCount;
      void reread(queue, adminPayments, adminUsers, adminStats);
    },
    onError: (error, { transactionId: id }) => {
      onUndecided();
      if (showFailed(error, { id, failed: t('admin.payments.verifyFailed') })) onVerified();
    },
  });
}
