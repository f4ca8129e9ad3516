import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Doubt } from '../../../../../db/enums.ts';
import { rejectPayment, takePayment, verifyPayment } from '../../../../../src/money/payments/admin-contract.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { asMessage } from '../../../../../src/platform/kit/faults.ts';
import { isContradicted } from '../../../../../src/shared/doubts.ts';
import { hashFault, normalizeHash } from '../../../../../src/shared/hashes.ts';
import { call, messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { changeRow, removeRows } from '../../../../lib/list-cache.ts';
import { queryKeys, reread } from '../../../../lib/reads.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { doubtText } from '../../../../ui/doubt-text.ts';
import { Fact, formatPounds } from '../../../../ui/values.tsx';
import { Only } from '../../../../ui/only.tsx';
import { TextDialog } from '../../../../ui/text-dialog.tsx';
import { toast, toastFailure, toastFault } from '../../../../ui/toast.tsx';
import { isWrong } from './received.ts';
import { HashMatch } from './hash-match.tsx';
import { showFailed } from './show-decided.ts';
import type { Deciding, Decision } from './use-decision.ts';

interface DecisionButtonsProps extends Pick<Deciding, 'payment' | 'onDecide' | 'onHashFault'> {
  decision: Decision;
  verifyNeedsHash: boolean;
}

/** Verifies or rejects a payment; asks first if there are reasons against it. */
export function DecisionButtons({ payment, decision, verifyNeedsHash, onHashFault, onDecide }: DecisionButtonsProps) {
  const { draft, enteredHash, shown, doubts, verify, submit } = decision;
  const [rejecting, setRejecting] = useState(false);
  const [asking, setAsking] = useState(false);
  const isApprover = useCurrentUser().id === payment.approval?.by.id;
  const refuse = (description: string) => toastFault(t('admin.error'), description);
  const isNoHash = draft.coinId !== null && normalizeHash(draft.coinId, enteredHash) === null;
  const decide = () => {
    if (!enteredHash) {
      onHashFault(t('admin.payments.hashMissing'));
      return refuse(t('admin.payments.hashMissing'));
    }
    if (draft.coinId && isNoHash) return onHashFault(asMessage(hashFault(draft.coinId)));
    if (isContradicted(doubts) && !draft.reason.trim()) return refuse(t('admin.claims.contradictedHint'));
    if (doubts.length > 0) setAsking(true);
    else submit();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Only may={verifyPayment}>
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
      </Only>
      <Only may={takePayment}>
        <TakeButton payment={payment} />
      </Only>
      {enteredHash && !isNoHash && payment.transactionHash && (
        <HashMatch hash={enteredHash} of={payment.transactionHash} />
      )}
      <DespiteDialog
        payment={payment}
        amount={decision.arrived}
        doubts={doubts}
        hashes={shown.isOther && payment.transactionHash ? [payment.transactionHash, enteredHash] : []}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          submit();
        }}
      />
      {rejecting && <RejectDialog payment={payment} onDecide={onDecide} onClose={() => setRejecting(false)} />}
    </div>
  );
}

interface DespiteDialogProps {
  payment: PendingPayment;
  /** The credited amount, in pounds; null where it is no amount yet. */
  amount: string | null;
  doubts: readonly Doubt[];
  /** The customer's and the one that was entered, where they differ. */
  hashes: readonly string[];
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a payment is verified in spite of what its hash or the chain says, and names it. */
function DespiteDialog({ payment, amount, doubts, hashes, open, onClose, onConfirm }: DespiteDialogProps) {
  return (
    <ConfirmDialog
      danger
      open={open}
      onClose={onClose}
      title={t('admin.despite.title')}
      description={t('admin.despite.question', {
        amount: formatPounds(amount ?? payment.amount),
        email: payment.user.email,
      })}
      confirmLabel={t('admin.despite.confirm')}
      onConfirm={onConfirm}
    >
      <ul aria-label={t('admin.despite.doubts')} className="list-disc ps-5">
        {doubts.map((doubt) => (
          <li key={doubt}>{doubtText(doubt)}</li>
        ))}
      </ul>
      <dl className="mt-3 flex flex-col gap-2">
        {hashes.map((hash, at) => (
          <Fact
            key={hash}
            label={t(at === 0 ? 'admin.payments.customerHash' : 'admin.payments.hash')}
            look="font-mono text-sm break-all"
          >
            {hash}
          </Fact>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">{t('admin.despite.kept')}</p>
    </ConfirmDialog>
  );
}

interface RejectDialogProps extends Pick<DespiteDialogProps, 'payment' | 'onClose'> {
  onDecide: Deciding['onDecide'];
}

/** Asks before a payment is rejected; the reason, if any, is told to the customer. */
function RejectDialog({ payment, onDecide, onClose }: RejectDialogProps) {
  const { id: transactionId, amount, user } = payment;
  const reject = async (reason: string) => {
    onDecide({ ...payment, status: 'failed' });
    try {
      await call(rejectPayment, { body: { transactionId, reason: reason || null } });
    } catch (error) {
      onDecide(null);
      if (showFailed(error, { id: transactionId, failed: t('admin.payments.rejectFailed') })) return;
      throw error;
    }
    toast(t('admin.payments.rejected'), t('admin.payments.rejectedHint'));
    removeRows(queryKeys.pendingPayments, transactionId);
    void reread(queryKeys.pendingCount, queryKeys.adminPayments);
  };
  return (
    <TextDialog
      danger
      optional
      title={t('admin.payments.rejectTitle')}
      description={t('admin.payments.rejectQuestion', { amount: formatPounds(amount), email: user.email })}
      label={t('admin.payments.reason')}
      hint={t('admin.payments.reasonHint')}
      input={{ maxLength: 500 }}
      submitLabel={t('admin.payments.rejectConfirm')}
      send={reject}
      failed={t('admin.payments.rejectFailed')}
      onClose={onClose}
    />
  );
}

/** Takes a payment in hand, so that the others see it, or leaves it to them. */
function TakeButton({ payment: { id, taken } }: { payment: PendingPayment }) {
  const isOwn = useCurrentUser().id === taken?.by.id;
  const take = useMutation({
    mutationFn: () => call(takePayment, { params: { transactionId: id }, body: { taken: !isOwn } }),
    onSuccess: (answer) => changeRow(queryKeys.pendingPayments, id, (listed) => ({ ...listed, taken: answer.taken })),
    onError: (error) => toastFailure(t('admin.error'), messageOf(error, t('admin.queue.takeFailed'))),
  });
  return (
    <Button variant="ghost" busy={take.isPending} aria-keyshortcuts="t" onClick={() => take.mutate()}>
      {t(isOwn ? 'admin.queue.leave' : 'admin.queue.take')}
    </Button>
  );
}
