import type { User } from '../../../../src/callers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { comparePounds } from '../../../lib/pounds.ts';
import { Badge, type Tone } from '../../../ui/values.tsx';

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

const TONES: Record<UserLabel, Tone> = {
  closed: 'neutral',
  suspended: 'danger',
  active: 'success',
  lowCredits: 'warning',
  noCredits: 'neutral',
};

/** An account's state in the administrators' words. */
export function UserBadge({ user }: { user: User }) {
  const label = userLabel(user);
  return <Badge tone={TONES[label]}>{t(`admin.users.label.${label}`)}</Badge>;
}
