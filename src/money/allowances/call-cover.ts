import { add, type Money, times, ZERO } from '../../platform/kit/money.ts';
import { type CallTerms, creditFor } from '../pricing/call-cost.ts';

/** The price that a carrier asks for a minute, and once for the call. */
export type AskedTerms = Pick<CallTerms, 'rate' | 'fee'>;

/**
 * The amount that the credit minutes of a call count against the spend limits: their cost, or the carrier's
 * price if that is higher, because a list may be sold below cost.
 */
export function countedOfCredit(cost: Money, asked: AskedTerms | null, seconds: number): Money {
  if (asked === null || seconds <= 0) return cost;
  const risked = add(asked.fee, times(asked.rate, Math.ceil(seconds / SECONDS)));
  return risked > cost ? risked : cost;
}

const SECONDS = 60;

/** The funds and limits that a call can be paid from. */
export interface CallFunds {
  credits: Money;
  terms: CallTerms;
  /** The amount that one minute of a package counts against the spend limits. */
  trunkRate: Money;
  /** The price of the cheapest carrier if it is higher than ours; otherwise null. */
  asked: AskedTerms | null;
  /**
   * Tells whether the spend limits allow these costs: for the destination, and for the number to which a call
   * is forwarded.
   */
  allows(there: Money, forwarded: Money): boolean;
}

/*
 * How long a call may last: first the minutes of packages, then credit, and both only as far as the spend limits
 * allow. The quote and the charge both use these two functions.
 */

/**
 * The package minutes that the limits allow, however many the packages have.
 * @param wanted minutes of the longest call
 */
export const minutesOfTrunks = (wanted: number, { allows, trunkRate }: CallFunds): number =>
  most(wanted, (minutes) => allows(times(trunkRate, minutes), ZERO));

/** The minutes that credit pays for, after package minutes. @param wanted minutes of the longest call */
export const minutesOfCredit = (wanted: number, fromTrunks: number, funds: CallFunds): number =>
  most(wanted - fromTrunks, (minutes) => {
    const cost = creditFor(funds.terms, minutes * SECONDS);
    const counted = countedOfCredit(cost, funds.asked, minutes * SECONDS);
    const there = add(counted, times(funds.trunkRate, fromTrunks));
    return cost <= funds.credits && funds.allows(there, ZERO);
  });

/** A call that is forwarded, and its leg: each is paid for by itself. */
export interface ForwardedFunds extends CallFunds {
  /** The minutes that packages have left. */
  trunkMinutes: number;
  /** Packages pay for the call, and for its leg. */
  trunksPay: boolean;
  leg: Pick<CallFunds, 'terms' | 'trunkRate' | 'asked'> & { trunksPay: boolean };
}

/**
 * The cost of a call and its leg together, if both last for so many minutes: credit, and the amount that
 * counts for each number.
 */
export function costOfBoth(
  { terms, trunkRate, asked, trunkMinutes, trunksPay, leg }: ForwardedFunds,
  minutes: number,
): { credit: Money; there: Money; forwarded: Money } {
  const own = trunksPay ? Math.min(minutes, trunkMinutes) : 0;
  const ofLeg = leg.trunksPay ? Math.min(minutes, trunkMinutes - own) : 0;
  const [seconds, legSeconds] = [(minutes - own) * SECONDS, (minutes - ofLeg) * SECONDS];
  const [cost, legCost] = [creditFor(terms, seconds), creditFor(leg.terms, legSeconds)];
  return {
    credit: add(cost, legCost),
    there: add(countedOfCredit(cost, asked, seconds), times(trunkRate, own)),
    forwarded: add(countedOfCredit(legCost, leg.asked, legSeconds), times(leg.trunkRate, ofLeg)),
  };
}

/** The minutes for which packages, credit and limits cover a call and its leg. @param wanted of the longest call */
export const minutesOfBoth = (wanted: number, funds: ForwardedFunds): number =>
  most(wanted, (minutes) => {
    const { credit, there, forwarded } = costOfBoth(funds, minutes);
    return credit <= funds.credits && funds.allows(there, forwarded);
  });

/** The most minutes that are covered. Zero minutes are always covered. */
export function most(wanted: number, isCovered: (minutes: number) => boolean): number {
  let minutes = wanted;
  while (minutes > 0 && !isCovered(minutes)) minutes -= 1;
  return minutes;
}
