import { suspendUser } from '../../../../src/admin/contract.ts';
import type { User } from '../../../../src/callers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Table } from '../../../ui/table.tsx';
import { Money, Time } from '../../../ui/values.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { LimitBadge, UserBadge } from './user-badge.tsx';

interface UserTableProps {
  users: User[];
  onView: (user: User) => void;
  /** Suspend or activate. */
  onSwitch: (user: User) => void;
}

/** The accounts as a table. */
export function UserTable({ users, onView, onSwitch }: UserTableProps) {
  return (
    <Table
      caption={t('admin.users.title')}
      rows={users}
      rowKey={(user) => user.id}
      compact={(user) => (
        <>
          <span className="flex items-start justify-between gap-3">
            <Name user={user} />
            <span className="flex shrink-0 flex-col items-end gap-1">
              <Money value={user.credits} />
              <UserBadge user={user} />
            </span>
          </span>
          <Actions user={user} onView={() => onView(user)} onSwitch={() => onSwitch(user)} />
        </>
      )}
      columns={[
        { header: t('admin.users.user'), render: (user) => <Name user={user} /> },
        { header: t('admin.users.id'), render: (user) => <ShortId user={user} /> },
        {
          header: t('admin.users.statusHeader'),
          render: (user) => (
            <span className="inline-flex flex-wrap gap-1">
              <UserBadge user={user} />
              <LimitBadge user={user} />
            </span>
          ),
        },
        { header: t('admin.users.credits'), align: 'end', render: (user) => <Money value={user.credits} /> },
        { header: t('admin.users.registered'), render: (user) => <Time day iso={user.createdAt} /> },
        {
          header: t('admin.users.actions'),
          align: 'end',
          render: (user) => <Actions user={user} onView={() => onView(user)} onSwitch={() => onSwitch(user)} />,
        },
      ]}
    />
  );
}

function Name({ user }: { user: User }) {
  return (
    <span className="block min-w-0">
      <span className="block font-medium break-words">{user.fullName || t('admin.unknownName')}</span>
      <span className="block text-sm break-all text-muted">{user.email}</span>
    </span>
  );
}

/** The id, shortened; a click copies the whole. */
function ShortId({ user: { id, email } }: { user: User }) {
  return (
    <Tooltip text={id}>
      <button
        type="button"
        onClick={() => void copyText(id)}
        className="rounded-sm font-mono text-xs whitespace-nowrap text-muted hover:text-ink"
      >
        {id.slice(0, 8)}…{id.slice(-4)}
        <span className="sr-only">{t('admin.users.copyIdOf', { email })}</span>
      </button>
    </Tooltip>
  );
}

interface ActionsProps {
  user: User;
  onView: () => void;
  onSwitch: () => void;
}

function Actions({ user: { id, email, status, isClosed }, onView, onSwitch }: ActionsProps) {
  const isActive = status === 'active';
  const may = useMay();
  const isOwn = useCurrentUser().id === id;
  return (
    <span className="inline-flex items-center gap-1 max-sm:-ms-2.5">
      <Button variant="ghost" size="sm" aria-label={t('admin.users.viewOne', { email })} onClick={onView}>
        {t('admin.users.view')}
      </Button>
      {/* Only its owner can open a closed account again. */}
      {isOwn && <span className="text-sm text-muted">{t('admin.users.own')}</span>}
      {!isClosed && !isOwn && may(suspendUser) && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={t(isActive ? 'admin.users.suspendOne' : 'admin.users.activateOne', { email })}
          onClick={onSwitch}
        >
          {t(isActive ? 'admin.users.suspend' : 'admin.users.activate')}
        </Button>
      )}
    </span>
  );
}
