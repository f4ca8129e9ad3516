import { useRead } from '../../../../lib/use-read.ts';
import { getPaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import type { Coin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { comparePounds } from '../../../../lib/pounds.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, Input, Select } from '../../../../ui/field.tsx';
import { formatPounds } from '../../../../ui/format-money.ts';
import { isWrong, poundsReceived, type Received } from './received.ts';

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
export function ReceivedField({ payment, coin, value, onChange }: ReceivedFieldProps) {
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
            autoComplete="off"
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
        <Button
          variant="secondary"
          size="sm"
          className="h-auto! min-h-8 max-w-full py-1 whitespace-normal!"
          onClick={() => onChange({ unit: 'coin', typed: shown })}
        >
          {t('admin.received.useShown', { amount: `${shown} ${coin?.symbol ?? ''}` })}
        </Button>
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
  return t(more > 0 ? 'admin.received.surplus' : 'admin.received.tooLittle', {
    received,
    price: formatPounds(amount),
  });
}
