import { userState } from '../../../../src/admin/contract.ts';
import { role, type User } from '../../../../src/callers/contract.ts';

/** The filters of the list of users; an absent filter lets everything through. */
export interface UserFilters {
  search?: string;
  status?: (typeof userState.options)[number];
  role?: User['role'];
  /** Days of registering, both included: `2026-11-30`. */
  from?: string | undefined;
  to?: string | undefined;
}

export const STATUSES = userState.options;
export const ROLES = role.options;
