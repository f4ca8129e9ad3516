import { add, type Money, times } from '../../platform/kit/money.ts';
import { callCost, type CallTerms } from '../pricing/call-cost.ts';

/** The funds and limits that a call can be paid from. */
export interface CallFunds {
  credits: Money;
  terms: CallTerms;
  /** The amount that one minute of a package counts against the spend limits. */
  packageRate: Money;
  /** The amount that one minute of the forwarded half counts there; zero if the call is not forwarded. */
  forwardRate: Money;
  /**
   * Whether the spend limits allow these costs: for the destination, and for the number to which a call is
   * forwarded.
   */
  allows(there: Money, forwarded: Money): boolean;
}

/*
 * How long a call may last: first the minutes of packages, then credit, and both only as far as the spend limits
 * allow. The quote and the charge both use these two functions.
 */

/**
 * The package minutes that the limits allow, however many the packages have. @param wanted minutes of the
 * longest call
 */
export const minutesOfTrunks = (wanted: number, { allows, packageRate, forwardRate }: CallFunds): number =>
  most(wanted, (minutes) => allows(times(packageRate, minutes), times(forwardRate, minutes)));

/** The minutes that credit pays for, after package minutes. @param wanted minutes of the longest call */
export const minutesOfCredit = (wanted: number, fromTrunks: number, funds: CallFunds): number =>
  most(wanted - fromTrunks, (minutes) => {
    const cost = callCost(funds.terms, minutes * 60);
    const there = add(cost, times(funds.packageRate, fromTrunks));
    return cost <= funds.credits && funds.allows(there, times(funds.forwardRate, fromTrunks + minutes));
  });

/** The most minutes that are covered. Zero minutes are always covered. */
function most(wanted: number, isCovered: (minutes: number) => boolean): number {
  let minutes = wanted;
  while (minutes > 0 && !isCovered(minutes)) minutes -= 1;
  return minutes;
}
