import { History } from '../../ui/icons.tsx';
import { listActivity, type Activity } from '../../../src/admin/contract.ts';
import { AUDIT_ACTIONS } from '../../../src/shared/audit-actions.ts';
import { isTextKey, t } from '../../lib/i18n.ts';
import { filterQuery } from '../../lib/list-filters.ts';
import { useListFilters } from '../../lib/use-list-filters.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { ListFilterFields } from '../../ui/list-filters.tsx';
import { Time } from '../../ui/time.tsx';
import { HistoryCard } from './history-card.tsx';

/** Administrative and security actions, newest first, from the audit log. */
export function ActivityList({ title = t('admin.activity.title') }: { title?: string }) {
  const narrowed = useListFilters();
  const { status: action, ...rest } = filterQuery(narrowed.filters, AUDIT_ACTIONS);
  const wanted = { ...rest, ...(action && { action }) };
  const isAll = Object.keys(wanted).length === 0;
  const list = usePagedList(listActivity, { query: wanted });
  const names = AUDIT_ACTIONS.map((value) => ({ value, label: t(`admin.actions.${value}`) }));
  return (
    <HistoryCard
      title={title}
      list={list}
      recent={isAll ? 8 : Infinity}
      filters={
        <ListFilterFields
          list={narrowed}
          searchLabel={t('admin.activity.search')}
          states={names.toSorted((a, b) => a.label.localeCompare(b.label))}
          stateLabel={t('admin.activity.action')}
          everyState={t('admin.activity.everyAction')}
          csvHref={`/api/admin/activity.csv?${new URLSearchParams(wanted)}`}
        />
      }
      empty={<EmptyState icon={History} title={t(isAll ? 'admin.activity.empty' : 'admin.activity.noMatch')} />}
    >
      {(entry) => <ActivityRow key={entry.id} entry={entry} />}
    </HistoryCard>
  );
}

/** One action: what, to whom, by whom and when. */
export function ActivityRow({ entry }: { entry: Activity }) {
  // A newer server may know more actions.
  const name = `admin.actions.${entry.action}`;
  const who = entry.actor?.email ?? t('admin.activity.system');
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-5 py-2.5">
      <p className="min-w-0 break-words">
        <span className="font-medium">{isTextKey(name) ? t(name) : entry.action}</span>
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

/** The details of an entry that are shown: how much, to whom, and why. */
function particularsOf({ amount, spent, to, reason, code, word }: Activity['detail']): string[] {
  const pounds = [amount, spent].map((sum) => typeof sum === 'string' && formatPounds(sum));
  const texts = [...pounds, to, reason, code, word];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}
