import { doubtsOf } from '../../../../../src/shared/doubts.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { comparePounds } from '../../../../lib/pounds.ts';
import { type PaymentDrafts, usePaymentDraft } from './payment-draft.ts';
import { poundsReceived, receivedFields, receivedOf } from './received.ts';
import { sameHash } from './same-hash.ts';
import { useShownEvidence } from '../evidence/use-shown-evidence.ts';
import { useVerifyPayment } from './use-verify-payment.ts';

interface Deciding {
  payment: PendingPayment;
  /** The entries for the payments of the queue. */
  drafts: PaymentDrafts;
  /** The shared hash field's content. */
  hash: string;
  onHashChange: (hash: string) => void;
}

/**
 * The values that an administrator has entered for a payment, the reasons against it, and a function that
 * sends the decision.
 */
export function useDecision({ payment, drafts, hash, onHashChange }: Deciding) {
  const { approval } = payment;
  const [draft, change] = usePaymentDraft(payment, drafts);
  const enteredHash = hash.trim();
  const verify = useVerifyPayment(() => onHashChange(''));
  const shown = useShownEvidence(payment, enteredHash);

  const isOrder = payment.type !== 'credit_purchase';
  /** In pounds; null where what is typed is no amount. */
  const arrived = poundsReceived(payment, draft.received);
  const tooLittle = isOrder && arrived !== null && comparePounds(arrived, payment.amount) < 0;
  const asCredit = isOrder && (draft.creditChosen || tooLittle);

  const ofEntered =
    shown.evidence && sameHash(shown.evidence.transactionHash, enteredHash) ? shown.evidence : null;
  const doubts = doubtsOf({
    otherHash: payment.transactionHash !== null && shown.isOther,
    reasons: ofEntered?.reasons ?? [],
    arrivedValue: ofEntered?.arrivedValue ?? null,
    credited: arrived,
    outputChosen: draft.output !== null,
  });

  const submit = () =>
    verify.mutate({
      transactionId: payment.id,
      transactionHash: enteredHash,
      cryptocurrency: draft.coinId,
      outputIndex: draft.output,
      ...receivedFields(draft.received),
      ...(asCredit ? { asCredit } : {}),
      ...(draft.reason.trim() ? { reason: draft.reason } : {}),
    });

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
