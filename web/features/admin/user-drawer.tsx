import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../src/accounts/contract.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { AdjustBalanceDialog } from './adjust-balance-dialog.tsx';
import { UserBadge } from './user-badge.tsx';
import { UserStatusDialog } from './user-status-dialog.tsx';
import { UserTransactions } from './user-transactions.tsx';

/** One account in full: profile, balance, transactions, and what may be done to it. */
export function UserDrawer({ user: listed, onClose }: { user: User; onClose: () => void }) {
  const { data: user = listed } = useQuery<User>({ queryKey: queryKeys.user(listed.id) });
  const [dialog, setDialog] = useState<'adjust' | 'status' | null>(null);
  return (
    <Drawer open onClose={onClose} title={user.fullName || t('admin.unknownName')} description={user.email}>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-end justify-between gap-3 rounded-md bg-sunken p-4">
          <div>
            <p className="text-sm text-muted">{t('admin.users.credits')}</p>
            <p className="text-2xl font-semibold tracking-tight">
              <Money value={user.credits} />
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => setDialog('adjust')}>
              {t('admin.users.adjust')}
            </Button>
            <Button
              variant={user.status === 'active' ? 'danger' : 'primary'}
              size="sm"
              onClick={() => setDialog('status')}
            >
              {t(user.status === 'active' ? 'admin.users.suspend' : 'admin.users.activate')}
            </Button>
          </div>
        </div>
        <Profile user={user} />
        <UserTransactions userId={user.id} />
      </div>
      {dialog === 'adjust' && <AdjustBalanceDialog user={user} onClose={() => setDialog(null)} />}
      {dialog === 'status' && <UserStatusDialog user={user} onClose={() => setDialog(null)} />}
    </Drawer>
  );
}

function Profile({ user }: { user: User }) {
  const facts: [string, ReactNode][] = [
    [t('admin.users.statusHeader'), <UserBadge key="badge" user={user} />],
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
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
