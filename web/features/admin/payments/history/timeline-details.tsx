import { useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { PaymentTimeline } from '../../../../ui/payment-timeline.tsx';

/** A payment's timeline, which is read when it is first opened. */
export function TimelineDetails({ userId, transactionId }: { userId: string; transactionId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-sm text-sm font-medium">{t('payment.timeline')}</summary>
      {open && (
        <div className="pt-3">
          <PaymentTimeline userId={userId} transactionId={transactionId} />
        </div>
      )}
    </details>
  );
}
