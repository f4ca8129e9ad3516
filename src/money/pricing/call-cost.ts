import { fromUnits, type Money, roundUpToPennies, ZERO } from '../../platform/kit/money.ts';

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

/** The seconds that are charged for a call of this duration; zero if it was not answered. */
export function paidSeconds({ firstInterval, nextInterval }: CallTerms, seconds: number): number {
  if (seconds <= 0) return 0;
  const later = Math.max(0, Math.ceil(seconds) - firstInterval);
  return firstInterval + Math.ceil(later / nextInterval) * nextInterval;
}

/**
 * The cost of a number of seconds: computed exactly, then rounded up once to 1/10,000 pound, the finest unit of a price.
 * @param seconds of the call, minus those that package minutes pay for; zero costs nothing
 */
export function callCost(terms: CallTerms, seconds: number): Money {
  const paid = BigInt(paidSeconds(terms, seconds));
  if (paid === 0n) return ZERO;
  const sixtieths = terms.fee * SECONDS_PER_MINUTE + terms.rate * paid;
  return fromUnits((sixtieths + SECONDS_PER_MINUTE - 1n) / SECONDS_PER_MINUTE);
}

/**
 * The most that so many seconds take from a balance, and so what is set aside for them: balances are in whole pennies, and
 * pennies that former calls left come due with this one.
 */
export const creditFor = (terms: CallTerms, seconds: number): Money => roundUpToPennies(callCost(terms, seconds));
