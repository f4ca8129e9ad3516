import { type CountryLimits, limitOf } from '../../money/allowances/limit-of.ts';
import type { Money } from '../../platform/kit/money.ts';

/** Spend limits as they are stored: null means no limit. */
export interface SpendLimits extends CountryLimits {
  dailyLimit: Money | null;
}

/** Tells whether the new limits allow more than before, for any country or for the whole day. */
export function widens(before: SpendLimits, after: SpendLimits): boolean {
  const codes = new Set([...Object.keys(before.countryLimits), ...Object.keys(after.countryLimits)]);
  return (
    isWider(before.dailyLimit, after.dailyLimit) ||
    isWider(before.countryLimit, after.countryLimit) ||
    [...codes].some((code) => isWider(limitOf(before, code), limitOf(after, code)))
  );
}

const isWider = (before: Money | null, after: Money | null): boolean =>
  before !== null && (after === null || after > before);
