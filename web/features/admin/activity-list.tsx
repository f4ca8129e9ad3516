import { History } from 'lucide-react';
import { listActivity, type Activity } from '../../../src/admin/contract.ts';
import { callPage } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Time } from '../../ui/time.tsx';
import { activityName } from './activity-names.ts';
import { HistoryCard } from './history-card.tsx';

/** Administrative and security actions, newest first, from the audit log. */
export function ActivityList({ title = t('admin.activity.title') }: { title?: string }) {
  const list = usePagedList({
    queryKey: queryKeys.adminActivity,
    load: (query) => callPage(listActivity, { query }),
  });
  return (
    <HistoryCard
      title={title}
      list={list}
      recent={8}
      empty={
        <EmptyState icon={<History aria-hidden className="size-5" />} title={t('admin.activity.empty')} />
      }
    >
      {(entry) => <ActivityRow key={entry.id} entry={entry} />}
    </HistoryCard>
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
