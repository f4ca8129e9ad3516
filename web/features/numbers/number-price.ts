import type { User } from '../../../src/callers/contract.ts';
import { resellerPrice } from '../../../src/services/numbers/catalogue.ts';

/** Whether reseller prices apply to this user at this moment. The server charges by its own rule. */
export function paysHalf({ role, resellerExpiresAt }: User, now: Date): boolean {
  return role === 'reseller' && resellerExpiresAt !== null && new Date(resellerExpiresAt) > now;
}

/** What a month costs this user, in pounds. */
export const priceFor = (monthlyPrice: string, user: User, now: Date): string =>
  paysHalf(user, now) ? resellerPrice(monthlyPrice) : monthlyPrice;
