import type { User } from '../../../../src/callers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { userLabel, type UserLabel } from './user-label.ts';

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
