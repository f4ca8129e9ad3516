import { add, type Money, times, ZERO } from '../../platform/kit/money.ts';
import { callCost, type CallTerms } from '../pricing/call-cost.ts';

/** The funds and limits that a call can be paid from. */
export interface CallFunds {
  credits: Money;
  terms: CallTerms;
  /** The amount that one minute of a package counts against the spend limits. */
  trunkRate: Money;
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
export const minutesOfTrunks = (wanted: number, { allows, trunkRate }: CallFunds): number =>
  most(wanted, (minutes) => allows(times(trunkRate, minutes), ZERO));

/** The minutes that credit pays for, after package minutes. @param wanted minutes of the longest call */
export const minutesOfCredit = (wanted: number, fromTrunks: number, funds: CallFunds): number =>
  most(wanted - fromTrunks, (minutes) => {
    const cost = callCost(funds.terms, minutes * 60);
    const there = add(cost, times(funds.trunkRate, fromTrunks));
    return cost <= funds.credits && funds.allows(there, ZERO);
  });

/** A call that is forwarded, and its leg: each is paid for by itself. */
export interface ForwardedFunds extends CallFunds {
  /** What packages have left. */
  trunkMinutes: number;
  /** Whether packages pay for the call, and for its leg. */
  trunksPay: boolean;
  leg: { terms: CallTerms; trunkRate: Money; trunksPay: boolean };
}

/** What a call and its leg cost together, if both last for so many minutes: credit, and what counts for each number. */
export function costOfBoth(
  { terms, trunkRate, trunkMinutes, trunksPay, leg }: ForwardedFunds,
  minutes: number,
): { credit: Money; there: Money; forwarded: Money } {
  const own = trunksPay ? Math.min(minutes, trunkMinutes) : 0;
  const ofLeg = leg.trunksPay ? Math.min(minutes, trunkMinutes - own) : 0;
  const cost = callCost(terms, (minutes - own) * 60);
  const legCost = callCost(leg.terms, (minutes - ofLeg) * 60);
  return {
    credit: add(cost, legCost),
    there: add(cost, times(trunkRate, own)),
    forwarded: add(legCost, times(leg.trunkRate, ofLeg)),
  };
}

/** The minutes for which packages, credit and limits cover a call and its leg. @param wanted of the longest call */
export const minutesOfBoth = (wanted: number, funds: ForwardedFunds): number =>
  most(wanted, (minutes) => {
    const { credit, there, forwarded } = costOfBoth(funds, minutes);
    return credit <= funds.credits && funds.allows(there, forwarded);
  });

/** The most minutes that are covered. Zero minutes are always covered. */
function most(wanted: number, isCovered: (minutes: number) => boolean): number {
  let minutes = wanted;
  while (minutes > 0 && !isCovered(minutes)) minutes -= 1;
  return minutes;
}
