import { fromUnits, type Money, ZERO } from '../../platform/kit/money.ts';

/** What a call costs by. It depends on money alone, so that everything that carries calls can use it. */
export interface CallTerms {
  /** Of a minute. */
  rate: Money;
  /** Once for the call. */
  fee: Money;
  /** Seconds: what is begun of the first interval is paid whole, and of each that follows. */
  firstInterval: number;
  nextInterval: number;
}

const SECONDS_PER_MINUTE = 60n;
const UNITS_PER_PENNY = 100n;

/** Seconds that are paid for a call that lasted so many; none for one that was not answered. */
export function paidSeconds({ firstInterval, nextInterval }: CallTerms, seconds: number): number {
  if (seconds <= 0) return 0;
  const later = Math.max(0, Math.ceil(seconds) - firstInterval);
  return firstInterval + Math.ceil(later / nextInterval) * nextInterval;
}

/**
 * What so many seconds cost: exact, then rounded up once to a whole penny, which is what a balance can lose.
 * @param seconds of the call, less those that package minutes pay for; zero costs nothing
 */
export function callCost(terms: CallTerms, seconds: number): Money {
  const paid = BigInt(paidSeconds(terms, seconds));
  if (paid === 0n) return ZERO;
  const sixtieths = terms.fee * SECONDS_PER_MINUTE + terms.rate * paid;
  const step = SECONDS_PER_MINUTE * UNITS_PER_PENNY;
  return fromUnits(((sixtieths + step - 1n) / step) * UNITS_PER_PENNY);
}

/** Whole minutes of a call that so much money pays for, at most `wanted`. */
export function minutesFor(money: Money, terms: CallTerms, wanted: number): number {
  let minutes = wanted;
  while (minutes > 0 && callCost(terms, minutes * 60) > money) minutes -= 1;
  return minutes;
}
