import type { BodyInputOf } from '../../../../../src/platform/kit/endpoint.ts';
import type { verifyPayment } from '../../../../../src/money/payments/admin-contract.ts';
import { poundsAtRate } from '../../../../../src/shared/coin-amount.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';

/** The amount that arrived, by an administrator's word; an empty field means the amount due. */
export interface Received {
  unit: 'pounds' | 'coin';
  typed: string;
}

export const AS_DUE: Received = { unit: 'coin', typed: '' };

type Due = Pick<PendingPayment, 'amount' | 'cryptoAmount'>;

/** Tells whether what is typed is no amount. */
export const isWrong = (payment: Due, received: Received): boolean =>
  received.typed.trim() !== '' && poundsReceived(payment, received) === null;

/** Its value in pounds; an amount in a coin counts at the payment's own rate. Null if it is no amount. */
export function poundsReceived({ amount, cryptoAmount }: Due, { unit, typed }: Received): string | null {
  const text = typed.trim();
  if (unit === 'pounds') return /^\d{1,8}(\.\d{1,2})?$/.test(text) ? text : null;
  if (!cryptoAmount || !/^\d{1,12}(\.\d{1,18})?$/.test(text)) return null;
  return poundsAtRate(text, { amount, cryptoAmount });
}

type Decision = BodyInputOf<typeof verifyPayment>;

/** The fields of a verification that say what arrived. */
export function receivedFields({ unit, typed }: Received): Pick<Decision, 'amountReceived' | 'cryptoAmountReceived'> {
  const text = typed.trim();
  if (!text) return {};
  return unit === 'pounds' ? { amountReceived: text } : { cryptoAmountReceived: text };
}

/** The amount that arrived by the first administrator's word, for the second one's form. */
export function receivedOf({ approval }: PendingPayment): Received {
  if (approval?.receivedCryptoAmount) return { unit: 'coin', typed: approval.receivedCryptoAmount };
  if (approval?.receivedAmount) return { unit: 'pounds', typed: approval.receivedAmount };
  return AS_DUE;
}
