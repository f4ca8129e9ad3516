import type { AdminPayment } from '../../../../../src/admin/contract.ts';
import { findCoin } from '../../../../../src/money/payments/catalogue.ts';
import { descriptionText, reasonText } from '../../../../lib/wording-text.ts';
import { t } from '../../../../lib/i18n.ts';
import { Drawer } from '../../../../ui/drawer.tsx';
import { PaymentTimeline } from '../../../../ui/payment-timeline.tsx';
import { PaymentReversals } from '../history/payment-reversals.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { ReceiptPreview } from './receipt-preview.tsx';

/** A payment of the history in full: its facts, its receipt, and who did what when. */
export function PaymentDetails({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title={descriptionText(payment)} description={payment.user.email}>
      <div className="flex flex-col gap-6">
        <PaymentFacts payment={payment} coin={findCoin(payment.cryptocurrency)} enteredHash="" />
        {payment.reason && (
          <div>
            <p className="text-sm text-muted">{t('admin.history.reason')}</p>
            <p className="break-words">{reasonText(payment)}</p>
          </div>
        )}
        <PaymentTimeline userId={payment.userId} transactionId={payment.id} />
        {payment.status === 'verified' && <PaymentReversals payment={payment} />}
        <ReceiptPreview url={payment.receiptImageUrl} />
      </div>
    </Drawer>
  );
}
