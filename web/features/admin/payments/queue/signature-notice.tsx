import { getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { Notice } from '../../../../ui/notice.tsx';

/** With which addresses a payment's customer has signed, and whether they sent it; nothing without a signature. */
export function SignatureNotice({ paymentId }: { paymentId: string }) {
  const { data: known } = useRead(getPaymentEvidence, { transactionId: paymentId });
  if (!known || known.signatures.length === 0) return null;
  return (
    <Notice tone={known.signatures.some(({ sent }) => sent) ? 'info' : 'warning'}>
      {known.signatures.map(({ address, sent }) => (
        <p key={address} className="wrap-anywhere">
          {t(sent ? 'admin.evidence.signedBySender' : 'admin.evidence.signedByOther', { address })}
        </p>
      ))}
    </Notice>
  );
}
