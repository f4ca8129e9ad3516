import type { User } from '../../../src/callers/contract.ts';
import { SMS_RATES_GBP } from '../../../src/money/pricing/sms-rates.ts';
import { multiplyPounds } from '../../lib/pounds.ts';

/** What one part to one recipient costs this user, in pounds. The server charges by its own rule. */
export function smsRate(user: Pick<User, 'role' | 'resellerExpiresAt'>, now: Date): string {
  const { role, resellerExpiresAt } = user;
  const running = resellerExpiresAt !== null && new Date(resellerExpiresAt) > now;
  return role === 'reseller' && running ? SMS_RATES_GBP.reseller : SMS_RATES_GBP.standard;
}

/**
 * The price of a message before it is sent, in pounds.
 * @param units parts, of all recipients together
 */
export const estimatePrice = (units: number, rate: string): string => multiplyPounds(rate, units);
