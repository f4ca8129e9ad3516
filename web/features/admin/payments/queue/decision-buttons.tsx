import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Doubt } from '../../../../../db/enums.ts';
import { rejectPayment, takePayment, verifyPayment } from '../../../../../src/money/payments/admin-contract.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { isContradicted } from '../../../../../src/shared/doubts.ts';
import { call, messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { changeRow, removeRows } from '../../../../lib/list-cache.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { reread } from '../../../../lib/invalidate.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { doubtText } from '../../../../ui/doubt-text.ts';
import { Field, Textarea } from '../../../../ui/field.tsx';
import { formatPounds } from '../../../../ui/format-money.ts';
import { Only } from '../../../../ui/only.tsx';
import { toast, toastFailure } from '../../../../ui/toast.tsx';
import { CircleCheck, CircleX } from '../../../../ui/icons.tsx';
import { isWrong } from './received.ts';
import { sameHash } from './same-hash.ts';
import { showFailed } from './show-decided.ts';
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
  const refuse = (description: string) => toastFailure(t('admin.error'), description);
  const decide = () => {
    if (!enteredHash) return refuse(t('admin.payments.hashMissing'));
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
      {payment.transactionHash && (
        <Button variant="secondary" aria-keyshortcuts="u" onClick={() => onHashChange(payment.transactionHash ?? '')}>
          {t('admin.payments.useCustomerHash')}
        </Button>
      )}
      <Only may={takePayment}>
        <TakeButton payment={payment} />
      </Only>
      {enteredHash && payment.transactionHash && <HashMatch matches={sameHash(enteredHash, payment.transactionHash)} />}
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

interface DespiteDialogProps {
  payment: PendingPayment;
  /** The credited amount, in pounds; null where it is no amount yet. */
  amount: string | null;
  doubts: readonly Doubt[];
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a payment is verified in spite of what its hash or the chain says, and names it. */
function DespiteDialog({ payment, amount, doubts, open, onClose, onConfirm }: DespiteDialogProps) {
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
      <p className="mt-3 text-sm text-muted">{t('admin.despite.kept')}</p>
    </ConfirmDialog>
  );
}

/** Asks before a payment is rejected; the reason, if any, is told to the customer. */
function RejectDialog({ payment, open, onClose }: { payment: PendingPayment; open: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const reject = useMutation({
    mutationFn: () => call(rejectPayment, { body: { transactionId: payment.id, reason: reason.trim() || null } }),
    onSuccess: () => {
      onClose();
      toast(t('admin.payments.rejected'), t('admin.payments.rejectedHint'));
      removeRows(queryKeys.pendingPayments, payment.id);
      void reread(queryKeys.pendingCount, queryKeys.adminPayments);
    },
    onError: (error) => {
      if (showFailed(error, { id: payment.id, failed: t('admin.payments.rejectFailed') })) onClose();
    },
  });
  return (
    <ConfirmDialog
      danger
      open={open}
      onClose={onClose}
      title={t('admin.payments.rejectTitle')}
      description={t('admin.payments.rejectQuestion', {
        amount: formatPounds(payment.amount),
        email: payment.user.email,
      })}
      confirmLabel={t('admin.payments.rejectConfirm')}
      busy={reject.isPending}
      onConfirm={() => reject.mutate()}
    >
      <Field
        label={t('admin.payments.reason')}
        hint={t('admin.payments.reasonHint')}
        error={reject.error ? messageOf(reject.error, t('admin.payments.rejectFailed')) : undefined}
      >
        <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
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

/** Says before Verify is pressed whether the shared hash is this customer's. */
function HashMatch({ matches }: { matches: boolean }) {
  const Icon = matches ? CircleCheck : CircleX;
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm font-medium ${matches ? 'text-success' : 'text-warning'}`}
    >
      <Icon aria-hidden className="size-4" />
      {matches ? t('admin.payments.hashMatches') : t('admin.payments.hashDiffers')}
    </span>
  );
}
