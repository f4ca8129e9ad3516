import type { Transaction } from '../../../src/money/payments/contract.ts';
import { descriptionText } from '../../lib/wording-text.ts';
import { t } from '../../lib/i18n.ts';
import { subtractPounds } from '../../lib/pounds.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Notice } from '../../ui/notice.tsx';
import { useOrderActions } from './use-order-actions.ts';

export type Question = 'pay' | 'cancel';

interface OrderQuestionsProps {
  order: Transaction;
  /** The question that waits for confirmation. */
  asking: Question | null;
  onClose: () => void;
}

/** Asks before an order is paid from the balance or cancelled, and does it. */
export function OrderQuestions({ order, asking, onClose }: OrderQuestionsProps) {
  const { credits } = useCurrentUser();
  const { pay, cancel } = useOrderActions(order, onClose);
  const price = formatPounds(order.amount);
  return (
    <>
      <ConfirmDialog
        open={asking === 'pay'}
        onClose={onClose}
        title={t('billing.orders.payTitle')}
        description={t('billing.orders.payText', {
          what: descriptionText(order),
          price,
          left: formatPounds(subtractPounds(credits, order.amount)),
        })}
        confirmLabel={t('billing.orders.payConfirm', { price })}
        busy={pay.isPending}
        onConfirm={() => pay.mutate()}
      >
        <Refusal sentence={pay.refusal} />
      </ConfirmDialog>
      <ConfirmDialog
        danger
        open={asking === 'cancel'}
        onClose={onClose}
        title={t('billing.orders.cancelTitle')}
        description={t('billing.orders.cancelText', { what: descriptionText(order) })}
        confirmLabel={t('billing.orders.cancelConfirm')}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      >
        <Refusal sentence={cancel.refusal} />
      </ConfirmDialog>
    </>
  );
}

function Refusal({ sentence }: { sentence: string | null }) {
  return (
    sentence && (
      <Notice tone="danger" alert>
        {sentence}
      </Notice>
    )
  );
}
