import { fromUnits, type Money } from '../../platform/kit/money.ts';
import type { CarrierPrice } from '../port.ts';

/** A price of a message or a call above this is a carrier's mistake. In 1/10,000 pound. */
const MOST = 1000n * 10_000n;
/** More digits than any price or rate has. */
const DECIMAL = /^\d{1,9}(?:\.\d{1,12})?$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Tells whether a carrier's answer can be a price: a decimal number that is not negative, and a currency. */
export const isPrice = ({ amount, currency }: CarrierPrice): boolean => DECIMAL.test(amount) && CURRENCY.test(currency);

/**
 * A carrier's price in pounds, computed exactly and rounded up once to 1/10,000 pound; null if it cannot be a
 * price.
 * @param rate pounds for one of the price's currency, a decimal string
 */
export function toPounds(price: CarrierPrice, rate: string): Money | null {
  if (!isPrice(price) || !DECIMAL.test(rate)) return null;
  const [one, other] = [digitsOf(price.amount), digitsOf(rate)];
  const scale = 10n ** BigInt(one.places + other.places);
  const units = (one.digits * other.digits * 10_000n + scale - 1n) / scale;
  return units > MOST ? null : fromUnits(units);
}

/** A decimal number as its digits, and how many of them follow the point. */
function digitsOf(text: string): { digits: bigint; places: number } {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}
