import { Link } from '../../lib/router.ts';
import type { Quote } from '../../../src/money/payments/quotes/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PaymentTimeline } from '../../ui/payment-timeline.tsx';

interface FoundPaymentProps {
  quote: Quote & { transactionId: string };
  title: string;
  onClose: () => void;
}

/** A payment that has arrived: how often it is confirmed, and that an administrator has it then. */
export function FoundPayment({ quote, title, onClose }: FoundPaymentProps) {
  const { userId, transactionId } = quote;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Link
            to="/billing/payments/$paymentId"
            params={{ paymentId: transactionId }}
            replace
            className={buttonClass({})}
          >
            {t('billing.payment.follow')}
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div role="status">
          <Notice>{t('billing.found.arrived')}</Notice>
        </div>
        <PaymentTimeline userId={userId} transactionId={transactionId} />
      </div>
    </Dialog>
  );
}
