import type { User } from '../../../src/accounts/contract.ts';
import { countParts } from '../../../src/messaging/parts.ts';
import { multiplyPounds } from '../../lib/pounds.ts';

const RATE = '0.03';
const RESELLER_RATE = '0.02';

/** What one part to one recipient costs this user, in pounds. The server charges by its own rule. */
export function smsRate(user: Pick<User, 'role' | 'resellerExpiresAt'>, now: Date): string {
  const { role, resellerExpiresAt } = user;
  const running = resellerExpiresAt !== null && new Date(resellerExpiresAt) > now;
  return role === 'reseller' && running ? RESELLER_RATE : RATE;
}

/** The price of a message before it is sent: parts × recipients × rate, in pounds. */
export function estimatePrice(message: string, recipients: number, rate: string): string {
  return multiplyPounds(rate, countParts(message).parts * recipients);
}
