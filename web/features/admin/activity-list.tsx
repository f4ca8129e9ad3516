import { useState } from 'react';
import { History } from 'lucide-react';
import { listActivity, type Activity } from '../../../src/admin/contract.ts';
import { callPage } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Time } from '../../ui/time.tsx';
import { activityName } from './activity-names.ts';

/** How many are shown before somebody asks for all. */
const RECENT = 8;

/** Administrative and security actions, newest first, from the audit log. */
export function ActivityList({ title = t('admin.activity.title') }: { title?: string }) {
  const [all, setAll] = useState(false);
  const list = usePagedList({
    queryKey: queryKeys.adminActivity,
    load: (query) => callPage(listActivity, { query }),
  });
  const shown = all ? list.rows : list.rows.slice(0, RECENT);
  return (
    <Card
      flush
      title={title}
      actions={
        list.rows.length > RECENT && (
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'admin.activity.showRecent' : 'admin.activity.showAll')}
          </Button>
        )
      }
    >
      <ListFrame
        list={list}
        more={all}
        empty={
          <EmptyState icon={<History aria-hidden className="size-5" />} title={t('admin.activity.empty')} />
        }
      >
        <ul aria-label={title} className="divide-y divide-line border-t border-line">
          {shown.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}

function ActivityRow({ entry }: { entry: Activity }) {
  const name = activityName(entry.action);
  const who = entry.actor?.email ?? t('admin.activity.system');
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-5 py-2.5">
      <p className="min-w-0 break-words">
        <span className="font-medium">{name ? t(name) : entry.action}</span>
        {entry.subject && entry.subject !== who && <> · {entry.subject}</>}
        {particularsOf(entry.detail).map((text) => (
          <span key={text} className="text-muted">
            {' '}
            · {text}
          </span>
        ))}
        <span className="block text-sm text-muted">{who}</span>
      </p>
      <span className="text-sm text-muted">
        <Time iso={entry.at} />
      </span>
    </li>
  );
}

/** What is shown of an entry's details: how much, to whom, and why. */
function particularsOf({ amount, to, reason }: Activity['detail']): string[] {
  const texts = [typeof amount === 'string' && formatPounds(amount), to, reason];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}
