import type { User } from '../../../src/callers/contract.ts';
import { resellerNumberPrice } from '../../../src/money/pricing/number-rates.ts';

/** Whether reseller prices apply to this user at this moment. The server charges by its own rule. */
export function paysLess({ role, resellerExpiresAt }: User, now: Date): boolean {
  return role === 'reseller' && resellerExpiresAt !== null && new Date(resellerExpiresAt) > now;
}

/** What a month costs this user, in pounds. */
export const priceFor = (monthlyPrice: string, user: User, now: Date): string =>
  paysLess(user, now) ? resellerNumberPrice(monthlyPrice) : monthlyPrice;
