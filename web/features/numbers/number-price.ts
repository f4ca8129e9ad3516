import type { User } from '../../../src/callers/contract.ts';

/** Tells whether reseller prices apply to this user at this moment. The server charges by its own rule. */
export function paysLess({ role, resellerExpiresAt }: User, now: Date): boolean {
  return role === 'reseller' && resellerExpiresAt !== null && new Date(resellerExpiresAt) > now;
}
