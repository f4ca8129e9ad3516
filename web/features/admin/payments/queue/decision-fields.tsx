import { getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { COINS, findCoin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { isContradicted } from '../../../../../src/shared/doubts.ts';
import { ApiError } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { Field, Select, Switch, Textarea } from '../../../../ui/field.tsx';
import { ReceivedField } from './received-field.tsx';
import type { Decision } from './use-decision.ts';

interface DecisionFieldsProps {
  payment: PendingPayment;
  decision: Decision;
}

/**
 * The fields of an administrator's decision on a payment: the coin where it names none, the amount that
 * arrived, and the reason.
 */
export function DecisionFields({ payment, decision }: DecisionFieldsProps) {
  const { draft, change, isOrder, asCredit, verify } = decision;
  return (
    <>
      {!payment.cryptocurrency && (
        <Field label={t('admin.payments.coin')} className="max-w-64">
          <Select
            value={draft.coinId ?? ''}
            onChange={(event) => change({ coinId: COINS.find(({ id }) => id === event.target.value)?.id ?? null })}
          >
            <option value="">{t('admin.payments.chooseCoin')}</option>
            {COINS.map((coin) => (
              <option key={coin.id} value={coin.id}>
                {coin.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ReceivedField
        payment={payment}
        coin={findCoin(draft.coinId)}
        value={draft.received}
        onChange={(received) => change({ received })}
      />
      {isOrder && (
        <div className="max-w-md">
          <Switch
            label={t('admin.received.asCredit')}
            description={t('admin.received.asCreditHint')}
            checked={asCredit}
            onChange={(creditChosen) => change({ creditChosen })}
          />
        </div>
      )}
      <VerifyReason
        paymentId={payment.id}
        value={draft.reason}
        contradicted={isContradicted(decision.doubts)}
        refusal={verify.error}
        onChange={(reason) => change({ reason })}
      />
    </>
  );
}

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
function VerifyReason({ paymentId, value, onChange, contradicted, refusal }: VerifyReasonProps) {
  const { data: known } = useRead(getPaymentEvidence, { transactionId: paymentId });
  const looksOther =
    known?.evidence?.verdict === 'another_payment' || known?.claimants.some(({ verdict }) => verdict === 'matches');
  const isAsked = refusal instanceof ApiError && refusal.problem?.errors?.some(({ path }) => path === 'reason');
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
