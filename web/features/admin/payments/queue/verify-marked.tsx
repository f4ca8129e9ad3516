import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { verifyPayment } from '../../../../../src/money/payments/admin-contract.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { call, messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { removeRows } from '../../../../lib/list-cache.ts';
import { addPounds } from '../../../../lib/pounds.ts';
import { queryKeys, reread } from '../../../../lib/reads.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { Button, SmallButton } from '../../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../../ui/dialog.tsx';
import { formatPounds } from '../../../../ui/values.tsx';

interface VerifyMarkedProps {
  rows: readonly PendingPayment[];
  marked: ReadonlySet<string>;
  onMark: (marked: ReadonlySet<string>) => void;
}

interface Result {
  payment: PendingPayment;
  words: string;
  failed: boolean;
}

/** Marks the payments that their chains confirm, and verifies the marked ones, each in a transaction of its own. */
export function VerifyMarked({ rows, marked, onMark }: VerifyMarkedProps) {
  const me = useCurrentUser().id;
  const [asking, setAsking] = useState(false);
  const [results, setResults] = useState<readonly Result[]>([]);
  const chosen = rows.filter((row) => marked.has(row.id) && row.transactionHash !== null);
  const matching = rows.filter(
    ({ verdict, approval, userId }) => verdict === 'matches' && approval?.by.id !== me && userId !== me,
  );
  const verify = useMutation({
    mutationFn: async () => {
      setResults([]);
      // One after the other: the books are locked for each, and each has its own answer.
      for (const payment of chosen) {
        const result = await verifyOne(payment);
        setResults((all) => [...all, result]);
      }
    },
    onSettled: () => {
      setAsking(false);
      onMark(new Set());
      void reread(['api', 'admin']);
    },
  });
  const sum = formatPounds(chosen.reduce((total, { amount }) => addPounds(total, amount), '0.00'));
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line px-5 py-2">
      {marked.size === 0 && matching.length === 0 ? (
        <p className="text-sm text-muted">
          {t(rows.every(({ verdict }) => verdict === null) ? 'admin.queue.nobodyAsked' : 'admin.queue.noneMatch')}
        </p>
      ) : marked.size === 0 ? (
        <SmallButton onClick={() => onMark(new Set(matching.map(({ id }) => id)))}>
          {t('admin.queue.markMatching', { count: matching.length })}
        </SmallButton>
      ) : (
        <>
          <Button size="sm" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
            {t('admin.queue.verifyMarked', { count: chosen.length })}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => onMark(new Set())}>
            {t('admin.queue.unmark')}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('admin.queue.verifyMarked', { count: chosen.length })}
        description={t('admin.queue.question', { sum })}
        confirmLabel={t('admin.payments.verify')}
        busy={verify.isPending}
        onConfirm={() => verify.mutate()}
      />
      <Dialog
        open={results.length > 0 && !verify.isPending && !asking}
        onClose={() => setResults([])}
        title={t('admin.queue.results')}
      >
        <ul className="flex flex-col divide-y divide-line">
          {results.map(({ payment, words, failed }) => (
            <li key={payment.id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="min-w-0 break-all">
                {formatPounds(payment.amount)} · {payment.user.email}
              </span>
              <span className={failed ? 'text-danger' : 'text-success'}>{words}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

/** Verifies a payment by its customer's own hash; whatever speaks against it is for a single decision. */
async function verifyOne(payment: PendingPayment): Promise<Result> {
  const body = { transactionId: payment.id, transactionHash: payment.transactionHash ?? '' };
  try {
    const { approval } = await call(verifyPayment, { body });
    if (approval) return { payment, words: t('admin.approval.approved'), failed: false };
    removeRows(queryKeys.pendingPayments, payment.id);
    return { payment, words: t('admin.history.verified'), failed: false };
  } catch (error) {
    return { payment, words: messageOf(error, t('admin.payments.verifyFailed')), failed: true };
  }
}
