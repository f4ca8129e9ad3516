import { getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { COINS, findCoin, type Coin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { isContradicted } from '../../../../../src/shared/doubts.ts';
import { ApiError } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { useRead } from '../../../../lib/reads.ts';
import { Field, Options, Select, Switch, Textarea, Input } from '../../../../ui/field.tsx';
import { comparePounds } from '../../../../lib/pounds.ts';
import { SmallButton } from '../../../../ui/button.tsx';
import { formatPounds } from '../../../../ui/values.tsx';
import type { Decision } from './use-decision.ts';
import { isWrong, poundsReceived, type Received } from './received.ts';

/**
 * The fields of an administrator's decision on a payment: the coin where it names none, the amount that
 * arrived, and the reason.
 */
export function DecisionFields({ payment, decision }: { payment: PendingPayment; decision: Decision }) {
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
            <Options of={COINS} />
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

interface ReceivedFieldProps {
  payment: PendingPayment;
  coin: Coin | undefined;
  value: Received;
  onChange: (received: Received) => void;
}

/**
 * The field of the amount that arrived, where it is not the one due: in the coin or in pounds, with its
 * worth.
 */
function ReceivedField({ payment, coin, value, onChange }: ReceivedFieldProps) {
  const inCoin = Boolean(coin && payment.cryptoAmount);
  const unit = inCoin ? value.unit : 'pounds';
  const pounds = poundsReceived(payment, { ...value, unit });
  const shown = useArrived(payment);
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="flex w-full max-w-xl items-start gap-2">
        <Field
          className="flex-1"
          label={t('admin.received.label')}
          error={isWrong(payment, { ...value, unit }) ? t('admin.received.wrong') : undefined}
          hint={
            pounds === null
              ? t('admin.received.hint', { due: formatPounds(payment.amount) })
              : differenceOf(payment, pounds)
          }
        >
          <Input
            inputMode="decimal"
            value={value.typed}
            placeholder={unit === 'coin' ? (payment.cryptoAmount ?? '') : payment.amount}
            onChange={(event) => onChange({ unit, typed: event.target.value })}
          />
        </Field>
        {inCoin && coin && (
          <Field label={t('admin.received.unit')}>
            <Select
              value={unit}
              onChange={(event) => onChange({ unit: event.target.value === 'coin' ? 'coin' : 'pounds', typed: '' })}
            >
              <option value="coin">{coin.symbol}</option>
              <option value="pounds">{t('admin.received.pounds')}</option>
            </Select>
          </Field>
        )}
      </div>
      {inCoin && shown && (
        <SmallButton
          className="h-auto! min-h-8 max-w-full py-1 whitespace-normal!"
          onClick={() => onChange({ unit: 'coin', typed: shown })}
        >
          {t('admin.received.useShown', { amount: `${shown} ${coin?.symbol ?? ''}` })}
        </SmallButton>
      )}
    </div>
  );
}

/** Reads the amount that arrived by the chain, where it is not the one due; the evidence panel reads it. */
function useArrived({ id }: PendingPayment): string | null {
  const { data } = useRead(getPaymentEvidence, { transactionId: id }, { enabled: false });
  const evidence = data?.evidence;
  const differs = evidence?.reasons.some((reason) => reason === 'too_little' || reason === 'too_much');
  return differs ? (evidence?.arrived ?? null) : null;
}

/** Says before Verify is pressed what will be credited. */
function differenceOf({ amount, type }: PendingPayment, pounds: string): string {
  const received = formatPounds(pounds);
  const more = comparePounds(pounds, amount);
  if (more === 0) return t('admin.received.asDue', { received });
  if (type === 'credit_purchase') return t('admin.received.credited', { received });
  return t(more > 0 ? 'admin.received.surplus' : 'admin.received.tooLittle', { received, price: formatPounds(amount) });
}
