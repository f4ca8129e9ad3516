import type { User } from '../../../../src/callers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { usePassed } from '../../../lib/use-passed.ts';
import { Badge } from '../../../ui/values.tsx';

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
