import type { Transaction } from '../../src/money/payments/contract.ts';
import { coinText } from '../../src/money/payments/catalogue.ts';
import { t } from '../lib/i18n.ts';
import { formatPounds } from './values.tsx';

type Payment = Pick<
  Transaction,
  'amount' | 'receivedAmount' | 'receivedCryptoAmount' | 'cryptoAmount' | 'cryptocurrency'
>;

/**
 * Both amounts of a payment where the amount that arrived is not the amount due; nothing for other payments.
 */
export function ReceivedAmount({ payment }: { payment: Payment }) {
  const { amount, receivedAmount, receivedCryptoAmount, cryptoAmount, cryptocurrency } = payment;
  if (receivedAmount === null) return null;
  return (
    <span className="block text-sm text-muted">
      {t('payment.received', { received: formatPounds(receivedAmount), due: formatPounds(amount) })}
      {receivedCryptoAmount && cryptoAmount && (
        <span className="block">
          {t('payment.received', {
            received: coinText(receivedCryptoAmount, cryptocurrency),
            due: coinText(cryptoAmount, cryptocurrency),
          })}
        </span>
      )}
    </span>
  );
}
