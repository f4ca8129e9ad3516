import { useRead } from '../../../lib/use-read.ts';
import { getUser } from '../../../../src/accounts/profile/contract.ts';
import { useState } from 'react';
import type { User } from '../../../../src/callers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AdjustBalanceDialog } from './adjust-balance-dialog.tsx';
import { UserBalance } from './user-balance.tsx';
import { UserCalls } from './user-calls.tsx';
import { UserMessages } from './user-messages.tsx';
import { UserNumbers } from './user-numbers.tsx';
import { UserTrunks } from './user-trunks.tsx';
import { UserProfile } from './user-profile.tsx';
import { UserSessions } from './user-sessions.tsx';
import { UserStatusDialog } from './user-status-dialog.tsx';
import { UserTransactions } from './user-transactions.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';

interface UserDrawerProps {
  userId: string;
  onClose: () => void;
}

/** One account in full, each part read when it is opened, and what may be done to it. */
export function UserDrawer({ userId, onClose }: UserDrawerProps) {
  const read = useRead(getUser, { id: userId });
  const user = read.data;
  const [dialog, setDialog] = useState<'adjust' | 'status' | null>(null);
  return (
    <Drawer
      open
      wide
      onClose={onClose}
      title={user?.fullName || t('admin.unknownName')}
      description={user?.email ?? userId}
    >
      <ReadFrame read={read} pending={<SkeletonRows rows={4} />}>
        {(shown) => (
          <Parts user={shown} onAdjust={() => setDialog('adjust')} onSwitch={() => setDialog('status')} />
        )}
      </ReadFrame>
      {user && dialog === 'adjust' && <AdjustBalanceDialog user={user} onClose={() => setDialog(null)} />}
      {user && dialog === 'status' && <UserStatusDialog user={user} onClose={() => setDialog(null)} />}
    </Drawer>
  );
}

interface PartsProps {
  user: User;
  onAdjust: () => void;
  onSwitch: () => void;
}

function Parts({ user, onAdjust, onSwitch }: PartsProps) {
  const { id } = user;
  return (
    <Tabs
      label={user.fullName || user.email}
      tabs={[
        {
          id: 'profile',
          label: t('admin.users.tabs.profile'),
          content: <UserProfile user={user} onSwitch={onSwitch} />,
        },
        {
          id: 'balance',
          label: t('admin.users.tabs.balance'),
          content: <UserBalance user={user} onAdjust={onAdjust} />,
        },
        {
          id: 'transactions',
          label: t('admin.users.tabs.transactions'),
          content: <UserTransactions userId={id} />,
        },
        { id: 'messages', label: t('admin.users.tabs.messages'), content: <UserMessages userId={id} /> },
        { id: 'calls', label: t('admin.users.tabs.calls'), content: <UserCalls userId={id} /> },
        { id: 'numbers', label: t('admin.users.tabs.numbers'), content: <UserNumbers userId={id} /> },
        { id: 'packages', label: t('admin.users.tabs.packages'), content: <UserTrunks userId={id} /> },
        { id: 'sessions', label: t('admin.users.tabs.sessions'), content: <UserSessions userId={id} /> },
      ]}
    />
  );
}
