import type { User } from '../../../../src/callers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { comparePounds } from '../../../lib/pounds.ts';
import { usePassed } from '../../../lib/use-passed.ts';
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

/** Says that an account has reached a spend limit today, or that its limits are lifted. */
export function LimitBadge({ user }: { user: Pick<User, 'limitReachedAt' | 'limitLiftedUntil'> }) {
  const liftEnded = usePassed(user.limitLiftedUntil);
  const dayEnded = usePassed(user.limitReachedAt && endOfDay(user.limitReachedAt));
  if (user.limitLiftedUntil && !liftEnded) return <Badge tone="accent">{t('admin.limits.lifted')}</Badge>;
  if (user.limitReachedAt && !dayEnded) return <Badge tone="danger">{t('admin.limits.reached')}</Badge>;
  return null;
}

/** The end of the UTC day. */
const endOfDay = (iso: string): string => {
  const moment = new Date(iso);
  moment.setUTCHours(24, 0, 0, 0);
  return moment.toISOString();
};
