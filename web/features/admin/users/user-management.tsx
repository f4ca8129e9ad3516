import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, UserPlus, Users } from '../../../ui/icons.tsx';
import type { User } from '../../../../src/callers/contract.ts';
import { countUsers, listUsers } from '../../../../src/admin/contract.ts';
import { call, callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { csvPath, type UserFilters } from './user-filters.ts';
import { UserFilterBar } from './user-filter-bar.tsx';
import { UserStatusDialog } from './user-status-dialog.tsx';
import { UserTable } from './user-table.tsx';
import { useViewedUser } from './use-viewed-user.ts';

/** All accounts: search, filters, export, and what an administrator may do to one. */
export function UserManagement() {
  const [filters, setFilters] = useState<UserFilters>({});
  const [adding, setAdding] = useState(false);
  const { viewed, view } = useViewedUser();
  const [switched, setSwitched] = useState<User | null>(null);
  const settled = useDebounced(filters);
  const list = usePagedList({
    queryKey: [...queryKeys.adminUsers, settled],
    load: (page) => callPage(listUsers, { query: { ...settled, ...page } }),
    keepPrevious: true,
  });
  const counted = useQuery({
    queryKey: [...queryKeys.adminUsers, 'count', settled],
    queryFn: () => call(countUsers, { query: settled }),
    placeholderData: keepPreviousData,
  });

  return (
    <Card
      flush
      title={t('admin.users.title')}
      actions={
        <>
          <a href={csvPath(settled)} download className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Download aria-hidden className="size-4" />
            {t('admin.users.export')}
          </a>
          <Button
            size="sm"
            icon={<UserPlus aria-hidden className="size-4" />}
            onClick={() => setAdding(true)}
          >
            {t('admin.users.add')}
          </Button>
        </>
      }
    >
      <UserFilterBar filters={filters} onChange={setFilters}>
        {counted.data && matching(counted.data)}
      </UserFilterBar>
      <ListFrame
        list={list}
        empty={<EmptyState icon={<Users aria-hidden className="size-5" />} title={t('admin.users.empty')} />}
      >
        <UserTable users={list.rows} onView={(user) => view(user.id)} onSwitch={setSwitched} />
      </ListFrame>
      <AddUserDialog open={adding} onClose={() => setAdding(false)} />
      {viewed && <UserDrawer key={viewed} userId={viewed} onClose={() => view(undefined)} />}
      {switched && <UserStatusDialog user={switched} onClose={() => setSwitched(null)} />}
    </Card>
  );
}

const matching = ({ count, isCapped }: { count: number; isCapped: boolean }): string =>
  t(isCapped ? 'admin.users.countAtLeast' : 'admin.users.count', {
    count,
    shown: formatNumber(count),
  });
