import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';
import { formatMoney, type Money, parseMoney, ZERO } from '../../../platform/kit/money.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import { type LatePayment, valueToday } from '../../rates/late-payment.ts';
import type { verifyPayment } from '../admin-contract.ts';
import { type CoinId, findCoin, MAX_TOP_UP_GBP } from '../catalogue.ts';
import { normalizeCoinAmount, poundsAtRate } from '../../../shared/coin-amount.ts';

/** The sum that arrived for a payment. */
export interface Received {
  /** In pounds; the amount due if nothing else is given. */
  value: Money;
  /** Both null if exactly the amount due arrived. */
  columns: Pick<TransactionRow, 'receivedAmount' | 'receivedCryptoAmount'>;
}

const NOTHING_ELSE = { receivedAmount: null, receivedCryptoAmount: null };
const LARGEST = parseMoney(String(MAX_TOP_UP_GBP));

/**
 * The sum that arrived according to the administrator, in pounds or in the coin. Coins count at the payment's own
 * rate. For a late payment they count at today's rate if that is lower, because otherwise its customer could wait for
 * the better of the two.
 * @throws validation_failed (amountReceived, cryptoAmountReceived)
 */
export function readReceived(
  payment: TransactionRow,
  { coinId, late }: { coinId: CoinId; late: LatePayment | null },
  { amountReceived, cryptoAmountReceived }: BodyOf<typeof verifyPayment>,
): Received {
  if (amountReceived && cryptoAmountReceived) {
    throw invalidField('cryptoAmountReceived', sentence('receivedEither'));
  }
  if (cryptoAmountReceived) return readCoins(payment, coinId, cryptoAmountReceived, late);
  const due = late && payment.cryptoAmount ? least(payment.amount, valueToday(payment.cryptoAmount, late)) : null;
  const value = amountReceived ? parseMoney(amountReceived) : (due ?? payment.amount);
  if (value === payment.amount) return { value, columns: NOTHING_ELSE };
  checkSize('amountReceived', value);
  return { value, columns: { receivedAmount: value, receivedCryptoAmount: null } };
}

const least = (a: Money, b: Money): Money => (a < b ? a : b);

function readCoins(payment: TransactionRow, coinId: CoinId, typed: string, late: LatePayment | null): Received {
  const path = 'cryptoAmountReceived';
  const coin = findCoin(coinId);
  if (!payment.cryptoAmount || !/[1-9]/.test(payment.cryptoAmount)) {
    throw invalidField(path, sentence('receivedPounds'));
  }
  const receivedCryptoAmount = normalizeCoinAmount(typed);
  const places = receivedCryptoAmount.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  if (coin && places > coin.decimals) {
    throw invalidField(path, sentence('coinDecimals', { coin: coin.name, count: coin.decimals }));
  }
  const { amount, cryptoAmount } = payment;
  const quoted = parseMoney(poundsAtRate(receivedCryptoAmount, { amount: formatMoney(amount), cryptoAmount }));
  const value = late ? least(quoted, valueToday(receivedCryptoAmount, late)) : quoted;
  if (value === ZERO) throw invalidField(path, sentence('receivedTooLittle'));
  checkSize(path, value);
  // The pounds beside an amount in coins are its value at the payment's own rate.
  if (value < quoted) return { value, columns: { receivedAmount: value, receivedCryptoAmount: null } };
  const isDue = receivedCryptoAmount === normalizeCoinAmount(cryptoAmount);
  return { value, columns: isDue ? NOTHING_ELSE : { receivedAmount: value, receivedCryptoAmount } };
}

function checkSize(path: string, value: Money): void {
  if (value <= LARGEST) return;
  throw invalidField(path, sentence('creditedMost', { amount: `£${MAX_TOP_UP_GBP.toLocaleString('en-GB')}` }));
}
