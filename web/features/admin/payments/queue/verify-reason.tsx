import { getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { ApiError } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { Field, Textarea } from '../../../../ui/field.tsx';

interface VerifyReasonProps {
  paymentId: string;
  value: string;
  onChange: (reason: string) => void;
  /** The chain contradicts the payment. */
  contradicted: boolean;
  /** Why the last attempt to verify was refused. */
  refusal: Error | null;
}

/** Why a payment is verified that looks like another customer's, or that its chain contradicts; otherwise nothing. */
export function VerifyReason({ paymentId, value, onChange, contradicted, refusal }: VerifyReasonProps) {
  const { data: known } = useRead(getPaymentEvidence, { transactionId: paymentId });
  const looksOther =
    known?.evidence?.verdict === 'another_payment' ||
    known?.claimants.some(({ verdict }) => verdict === 'matches');
  const isAsked =
    refusal instanceof ApiError && refusal.problem?.errors?.some(({ path }) => path === 'reason');
  if (!looksOther && !isAsked && !contradicted) return null;
  return (
    <Field
      label={t('admin.claims.reason')}
      hint={t(looksOther ? 'admin.claims.reasonHint' : 'admin.claims.contradictedHint')}
      className="max-w-xl"
    >
      <Textarea
        rows={2}
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
      />
    </Field>
  );
}
