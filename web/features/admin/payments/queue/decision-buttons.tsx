import { useState } from 'react';
import { isContradicted } from '../../../../../src/shared/doubts.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast.tsx';
import { DespiteDialog } from './despite-dialog.tsx';
import { HashMatch } from '../evidence/hash-match.tsx';
import { isWrong } from './received.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { sameHash } from './same-hash.ts';
import { TakeButton } from './take-button.tsx';
import type { Decision } from './use-decision.ts';

interface DecisionButtonsProps {
  payment: PendingPayment;
  decision: Decision;
  verifyNeedsHash: boolean;
  onHashChange: (hash: string) => void;
}

/** Verifies or rejects a payment; asks first if there are reasons against it. */
export function DecisionButtons({ payment, decision, verifyNeedsHash, onHashChange }: DecisionButtonsProps) {
  const { draft, enteredHash, shown, doubts, verify, submit } = decision;
  const [rejecting, setRejecting] = useState(false);
  const [asking, setAsking] = useState(false);
  const isApprover = useCurrentUser().id === payment.approval?.by.id;
  const refuse = (description: string) =>
    toast({ title: t('admin.error'), description, variant: 'destructive' });
  const decide = () => {
    if (!enteredHash) return refuse(t('admin.payments.hashMissing'));
    if (isContradicted(doubts) && !draft.reason.trim()) return refuse(t('admin.claims.contradictedHint'));
    if (doubts.length > 0) setAsking(true);
    else submit();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        // The doubts about the payment must be known first.
        busy={verify.isPending || (enteredHash !== '' && shown.isReading)}
        disabled={(verifyNeedsHash && !enteredHash) || isApprover || isWrong(payment, draft.received)}
        aria-keyshortcuts="v"
        onClick={decide}
      >
        {t('admin.payments.verify')}
      </Button>
      <Button variant="secondary" aria-keyshortcuts="r" onClick={() => setRejecting(true)}>
        {t('admin.payments.reject')}
      </Button>
      {payment.transactionHash && (
        <Button
          variant="secondary"
          aria-keyshortcuts="u"
          onClick={() => onHashChange(payment.transactionHash ?? '')}
        >
          {t('admin.payments.useCustomerHash')}
        </Button>
      )}
      <TakeButton payment={payment} />
      {enteredHash && payment.transactionHash && (
        <HashMatch matches={sameHash(enteredHash, payment.transactionHash)} />
      )}
      <DespiteDialog
        payment={payment}
        amount={decision.arrived}
        doubts={doubts}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          submit();
        }}
      />
      <RejectDialog payment={payment} open={rejecting} onClose={() => setRejecting(false)} />
    </div>
  );
}
