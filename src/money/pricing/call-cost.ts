import { fromUnits, type Money, ZERO } from '../../platform/kit/money.ts';

/** The price terms of a call. They use only money, so that every wing that handles calls can use them. */
export interface CallTerms {
  /** The price of a minute. */
  rate: Money;
  /** Charged once for the call. */
  fee: Money;
  /** Seconds. The first interval, and each one after it, is charged in full once it has begun. */
  firstInterval: number;
  nextInterval: number;
}

const SECONDS_PER_MINUTE = 60n;
const UNITS_PER_PENNY = 100n;

/** The seconds that are charged for a call of this duration; zero if it was not answered. */
export function paidSeconds({ firstInterval, nextInterval }: CallTerms, seconds: number): number {
  if (seconds <= 0) return 0;
  const later = Math.max(0, Math.ceil(seconds) - firstInterval);
  return firstInterval + Math.ceil(later / nextInterval) * nextInterval;
}

/**
 * The price of a number of seconds: computed exactly, then rounded up once to a whole penny, because balances are in
 * whole pennies.
 * @param seconds of the call, minus those that package minutes pay for; zero costs nothing
 */
export function callCost(terms: CallTerms, seconds: number): Money {
  const paid = BigInt(paidSeconds(terms, seconds));
  if (paid === 0n) return ZERO;
  const sixtieths = terms.fee * SECONDS_PER_MINUTE + terms.rate * paid;
  const step = SECONDS_PER_MINUTE * UNITS_PER_PENNY;
  return fromUnits(((sixtieths + step - 1n) / step) * UNITS_PER_PENNY);
}

/**
 * The price that a carrier asks for a number of seconds: computed exactly, then rounded up once to 1/10,000
 * pound.
 */
export function exactCallCost(terms: CallTerms, seconds: number): Money {
  const paid = BigInt(paidSeconds(terms, seconds));
  if (paid === 0n) return ZERO;
  const sixtieths = terms.fee * SECONDS_PER_MINUTE + terms.rate * paid;
  return fromUnits((sixtieths + SECONDS_PER_MINUTE - 1n) / SECONDS_PER_MINUTE);
}

/** How many whole minutes of a call a sum of money pays for, at most `wanted`. */
export function minutesFor(money: Money, terms: CallTerms, wanted: number): number {
  let minutes = wanted;
  while (minutes > 0 && callCost(terms, minutes * 60) > money) minutes -= 1;
  return minutes;
}
