import type { Doubt } from '../../../../../db/enums.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { doubtText } from '../../../../ui/doubt-text.ts';
import { formatPounds } from '../../../../ui/format-money.ts';

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
export function DespiteDialog({ payment, amount, doubts, open, onClose, onConfirm }: DespiteDialogProps) {
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
