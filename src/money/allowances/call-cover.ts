import { type Money, subtract, times, ZERO } from '../../platform/kit/money.ts';
import { type CallTerms, minutesFor } from '../pricing/call-cost.ts';

/** What a call can be paid with. */
export interface CallFunds {
  credits: Money;
  terms: CallTerms;
  /** What a minute of a package counts against the spend limits. */
  packageRate: Money;
  /** What the spend limits leave; null where they do not bound it. */
  left: Money | null;
}

/*
 * How long a call may last: minutes of packages first, then credit, and no more of either than the spend
 * limits leave. The quote and the charge both count by these two.
 */

/** Minutes that a call may take of packages, however many these have. @param wanted of the longest call */
export const minutesOfTrunks = (wanted: number, { left, packageRate }: CallFunds): number =>
  left === null ? wanted : Math.min(wanted, affordable(left, packageRate));

/** Minutes that credit pays for, after those of packages. @param wanted of the longest call */
export function minutesOfCredit(wanted: number, fromTrunks: number, funds: CallFunds): number {
  const { credits, terms, packageRate, left } = funds;
  const allowed = left === null ? credits : subtract(left, times(packageRate, fromTrunks));
  return minutesFor(allowed < credits ? allowed : credits, terms, wanted - fromTrunks);
}

/** Whole minutes; a minute that costs nothing is always affordable. */
const affordable = (money: Money, rate: Money): number =>
  rate === ZERO ? Number.MAX_SAFE_INTEGER : Number(money / rate);
