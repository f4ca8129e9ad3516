import { listSettingChanges, type SettingChange } from '../../../../src/admin/settings/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatTime, Time } from '../../../ui/time.tsx';
import { HistoryCard } from '../history-card.tsx';
import { nameOf, valueText } from './setting-value.ts';

/** Every change of a setting, newest first: who, when, before and after. */
export function SettingHistory() {
  const list = usePagedList({
    queryKey: queryKeys.settingChanges,
    load: (query) => callPage(listSettingChanges, { query }),
  });
  return (
    <HistoryCard
      title={t('admin.settings.history')}
      list={list}
      recent={5}
      empty={<EmptyState title={t('admin.settings.noHistory')} />}
    >
      {(change) => <ChangeRow key={change.id} change={change} />}
    </HistoryCard>
  );
}

function ChangeRow({ change }: { change: SettingChange }) {
  const { name, before, after, source, changedAt, holdsFrom, changedBy, askedBy } = change;
  const nameFor = (person: { fullName: string; email: string }) => person.fullName || person.email;
  return (
    <li className="px-5 py-2.5">
      <p className="break-words">
        <span className="font-medium">{nameOf(change)}</span>:{' '}
        {t('admin.settings.fromTo', { before: valueText(name, before), after: valueText(name, after) })}
        {source === 'environment' && <> ({t('admin.settings.undone')})</>}
      </p>
      <p className="text-sm break-words text-muted">
        {t('admin.settings.changedBy', { name: nameFor(changedBy) })}
        {askedBy && <> · {t('admin.approvalRequest.askedBy', { name: nameFor(askedBy) })}</>} · <Time iso={changedAt} />
        {holdsFrom > changedAt && <> · {t('admin.settings.holdsFrom', { date: formatTime(holdsFrom) })}</>}
      </p>
    </li>
  );
}
