import { listActivity } from '../../../../src/admin/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { ActivityRow } from '../activity-list.tsx';

/** The activity of an account, and others' actions on it. */
export function UserActivity({ email }: { email: string }) {
  const list = usePagedList({
    queryKey: [...queryKeys.adminActivity, 'of', email],
    load: (query) => callPage(listActivity, { query: { ...query, search: email } }),
  });
  return (
    <ListFrame
      list={list}
      skeletonRows={3}
      empty={<p className="py-6 text-center text-muted">{t('admin.activity.empty')}</p>}
    >
      <ul className="divide-y divide-line rounded-md border border-line">
        {list.rows.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </ListFrame>
  );
}
