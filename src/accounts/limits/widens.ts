import { type Money, parseMoney } from '../../platform/kit/money.ts';

/** Spend limits as they are stored: null means no limit. */
export interface SpendLimits {
  dailyLimit: Money | null;
  /** For each country that is not in `countryLimits`. */
  countryLimit: Money | null;
  /** By calling code, in pounds. */
  countryLimits: Readonly<Record<string, string | null>>;
}

/** Whether the new limits allow more than before, for any country or for the whole day. */
export function widens(before: SpendLimits, after: SpendLimits): boolean {
  const codes = new Set([...Object.keys(before.countryLimits), ...Object.keys(after.countryLimits)]);
  return (
    isWider(before.dailyLimit, after.dailyLimit) ||
    isWider(before.countryLimit, after.countryLimit) ||
    [...codes].some((code) => isWider(limitOf(before, code), limitOf(after, code)))
  );
}

function limitOf({ countryLimit, countryLimits }: SpendLimits, code: string): Money | null {
  const own = countryLimits[code];
  if (own === undefined) return countryLimit;
  return own === null ? null : parseMoney(own);
}

const isWider = (before: Money | null, after: Money | null): boolean =>
  before !== null && (after === null || after > before);
