import type { ReactNode } from 'react';
import type { User } from '../../../../src/callers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { LimitBadge } from './limit-badge.tsx';
import { ResetSecondFactor } from './reset-second-factor.tsx';
import { UserBadge } from './user-badge.tsx';

/** It says who an account belongs to, and what decides whether they can sign in. */
export function UserProfile({ user, onSwitch }: { user: User; onSwitch: () => void }) {
  const own = useCurrentUser();
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {factsOf(user).map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        {/* Only its owner can open a closed account again. */}
        {!user.isClosed && (
          <Button variant={user.status === 'active' ? 'danger' : 'primary'} size="sm" onClick={onSwitch}>
            {t(user.status === 'active' ? 'admin.users.suspend' : 'admin.users.activate')}
          </Button>
        )}
        {own.id !== user.id && user.hasSecondFactor && <ResetSecondFactor user={user} />}
      </div>
    </div>
  );
}

const factsOf = (user: User): [string, ReactNode][] => [
  [
    t('admin.users.statusHeader'),
    <span key="badges" className="flex flex-wrap gap-1">
      <UserBadge user={user} />
      <LimitBadge user={user} />
    </span>,
  ],
  [t('admin.users.roleHeader'), t(`admin.users.role.${user.role}`)],
  [t('admin.users.company'), user.company ?? '–'],
  [t('admin.users.phone'), user.phone ?? '–'],
  [t('admin.users.callerId'), user.defaultCallerId ?? '–'],
  [t('admin.users.registered'), <Time key="registered" iso={user.createdAt} />],
  [
    t('admin.users.resellerUntil'),
    user.resellerExpiresAt ? <Time key="reseller" day iso={user.resellerExpiresAt} /> : '–',
  ],
  [
    t('admin.users.id'),
    <span key="id" className="flex items-center gap-1">
      <span className="font-mono text-xs break-all">{user.id}</span>
      <CopyButton value={user.id} label={t('admin.users.copyId')} />
    </span>,
  ],
];
