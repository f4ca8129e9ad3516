import { History } from '../../ui/icons.tsx';
import { listActivity } from '../../../src/admin/contract.ts';
import { AUDIT_ACTIONS } from '../../../src/shared/audit-actions.ts';
import { t } from '../../lib/i18n.ts';
import { filterQuery } from '../../lib/list-filters.ts';
import { useListFilters } from '../../lib/use-list-filters.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { ListFilterFields } from '../../ui/list-filters.tsx';
import { ActivityRow } from '../../ui/activity-row.tsx';
import { HistoryCard } from '../../ui/history-card.tsx';

const EVERY_MS = 15_000;

/** Administrative and security actions, newest first, from the audit log. */
export function ActivityList({ title = t('admin.activity.title') }: { title?: string }) {
  const narrowed = useListFilters();
  const { status: action, ...rest } = filterQuery(narrowed.filters, AUDIT_ACTIONS);
  const wanted = { ...rest, ...(action && { action }) };
  const isAll = Object.keys(wanted).length === 0;
  const list = usePagedList(listActivity, { query: wanted, everyMs: EVERY_MS });
  const names = AUDIT_ACTIONS.map((value) => ({ id: value, name: t(`admin.actions.${value}`) }));
  return (
    <HistoryCard
      title={title}
      list={list}
      recent={isAll ? 8 : Infinity}
      above={
        <ListFilterFields
          list={narrowed}
          searchLabel={t('admin.activity.search')}
          states={names.toSorted((a, b) => a.name.localeCompare(b.name))}
          stateLabel={t('admin.activity.action')}
          everyState={t('admin.activity.everyAction')}
          csvHref={`/api/admin/activity.csv?${new URLSearchParams(wanted)}`}
        />
      }
      empty={{ icon: History, title: t(isAll ? 'admin.activity.empty' : 'admin.activity.noMatch') }}
      row={(entry) => <ActivityRow entry={entry} />}
    />
  );
}
