import { getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { Notice } from '../../../../ui/notice.tsx';

const TONES = { blocked: 'danger', clear: 'info', unanswered: 'warning' } as const;

/** Shows the screening service's answer about the senders of a payment; nothing where there is none. */
export function ScreeningNotice({ paymentId }: { paymentId: string }) {
  const { data: known } = useRead(getPaymentEvidence, { transactionId: paymentId });
  if (!known?.screening) return null;
  const { verdict, reason } = known.screening;
  return (
    <Notice tone={TONES[verdict]}>
      <p>{t(`admin.screening.${verdict}`)}</p>
      {reason && <p className="break-words">{reason}</p>}
    </Notice>
  );
}
