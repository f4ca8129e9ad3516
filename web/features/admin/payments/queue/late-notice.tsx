import { getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { comparePounds } from '../../../../lib/pounds.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { formatPounds } from '../../../../ui/format-money.ts';
import { Notice } from '../../../../ui/notice.tsx';

/** That a payment came after its price had ended, and what is credited for that; nothing where it came in time. */
export function LateNotice({ paymentId }: { paymentId: string }) {
  const { data: known } = useRead(getPaymentEvidence, { transactionId: paymentId });
  if (!known?.late) return null;
  const { quotedValue, todaysValue } = known.late;
  const credited = comparePounds(todaysValue, quotedValue) < 0 ? todaysValue : quotedValue;
  return (
    <Notice tone="warning">
      {t('admin.claims.late', {
        quoted: formatPounds(quotedValue),
        today: formatPounds(todaysValue),
        credited: formatPounds(credited),
      })}
    </Notice>
  );
}
