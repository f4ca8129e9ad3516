import { add, type Money, times } from '../../platform/kit/money.ts';
import { callCost, type CallTerms } from '../pricing/call-cost.ts';

/** What a call can be paid with. */
export interface CallFunds {
  credits: Money;
  terms: CallTerms;
  /** What a minute of a package counts against the spend limits. */
  packageRate: Money;
  /** What a minute of its forwarded half counts there; nothing where it is not forwarded. */
  forwardRate: Money;
  /** Whether the spend limits let through so much for the destination, and so much for the number forwarded to. */
  allows(there: Money, forwarded: Money): boolean;
}

/*
 * How long a call may last: minutes of packages first, then credit, and no more of either than the spend
 * limits leave. The quote and the charge both count by these two.
 */

/** Minutes that a call may take of packages, however many these have. @param wanted of the longest call */
export const minutesOfTrunks = (wanted: number, { allows, packageRate, forwardRate }: CallFunds): number =>
  most(wanted, (minutes) => allows(times(packageRate, minutes), times(forwardRate, minutes)));

/** Minutes that credit pays for, after those of packages. @param wanted of the longest call */
export const minutesOfCredit = (wanted: number, fromTrunks: number, funds: CallFunds): number =>
  most(wanted - fromTrunks, (minutes) => {
    const cost = callCost(funds.terms, minutes * 60);
    const there = add(cost, times(funds.packageRate, fromTrunks));
    return cost <= funds.credits && funds.allows(there, times(funds.forwardRate, fromTrunks + minutes));
  });

/** The most minutes that are covered; none is always. */
function most(wanted: number, isCovered: (minutes: number) => boolean): number {
  let minutes = wanted;
  while (minutes > 0 && !isCovered(minutes)) minutes -= 1;
  return minutes;
}
