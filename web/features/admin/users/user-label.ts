import type { User } from '../../../../src/callers/contract.ts';
import { comparePounds } from '../../../lib/pounds.ts';

export type UserLabel = 'closed' | 'suspended' | 'active' | 'lowCredits' | 'noCredits';

/** Balances up to this many pounds count as low. */
const LOW_CREDITS = '100.00';

/** The label of an account in the administrators' list, from its status and its balance. */
export function userLabel({ status, isClosed, credits }: Pick<User, 'status' | 'isClosed' | 'credits'>): UserLabel {
  if (isClosed) return 'closed';
  if (status === 'suspended') return 'suspended';
  if (comparePounds(credits, LOW_CREDITS) > 0) return 'active';
  return comparePounds(credits, '0') > 0 ? 'lowCredits' : 'noCredits';
}
