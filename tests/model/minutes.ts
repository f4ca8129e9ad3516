import type { Model, Who } from './model.ts';

/** The longest call. */
const MOST_MINUTES = 60;

/** Tells whether the limit lets an account spend so much more today. */
export const isAllowed = ({ limit, spent }: Model['accounts'][Who], cost: number): boolean =>
  limit === null || spent + cost <= limit;

/**
 * The minutes of a call: first those of a package, which count against the limit at the standard price, then those
 * that the credit pays; and how many of a package the limit would allow.
 */
export function minutesFor({ accounts, prices, trunk }: Model, who: Who) {
  const account = accounts[who];
  const [standard, price] = [prices.minute.direct, prices.minute[who]];
  const most = (wanted: number, isCovered: (minutes: number) => boolean): number => {
    for (let minutes = wanted; minutes > 0; minutes--) if (isCovered(minutes)) return minutes;
    return 0;
  };
  const allowed = most(MOST_MINUTES, (minutes) => isAllowed(account, minutes * standard));
  const there = who === 'direct' && trunk?.state === 'paid' ? trunk.minutes : 0;
  const ofTrunk = Math.min(allowed, there);
  const ofCredit = most(MOST_MINUTES - ofTrunk, (minutes) => {
    const cost = minutes * price;
    return cost <= account.credits && isAllowed(account, cost + ofTrunk * standard);
  });
  return { allowed, ofTrunk, ofCredit };
}
