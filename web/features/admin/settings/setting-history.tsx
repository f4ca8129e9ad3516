import { listSettingChanges, type SettingChange } from '../../../../src/admin/settings/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { HistoryCard } from '../../../ui/history-card.tsx';
import { keptText } from '../../../ui/setting-fields.tsx';
import { nameOf, valueText } from '../../../ui/setting-value.ts';
import { Time, formatTime } from '../../../ui/values.tsx';

/** Every change of a setting, newest first: who, when, before and after. */
export function SettingHistory() {
  const list = usePagedList(listSettingChanges);
  return (
    <HistoryCard
      title={t('admin.settings.history')}
      list={list}
      recent={5}
      empty={{ title: t('admin.settings.noHistory') }}
      row={(change) => <ChangeRow change={change} />}
    />
  );
}

function ChangeRow({ change }: { change: SettingChange }) {
  const { what, name, about, kept, before, after, source, changedAt, holdsFrom, changedBy, askedBy } = change;
  const nameFor = (person: { fullName: string; email: string }) => person.fullName || person.email;
  const by = { name: nameFor(changedBy) };
  const isWithdrawal = what === 'withdrawal';
  const isAnnounced = !isWithdrawal && holdsFrom > changedAt;
  const became = what === 'withdrawn' ? 'rates.use.cancelled' : 'admin.settings.holdsFrom';
  return (
    <li className="px-5 py-2.5">
      <p className="break-words">
        {name === 'kept_settings' ? (
          kept && keptText(about, kept)
        ) : (
          <>
            <span className="font-medium">{nameOf({ name, about })}</span>:{' '}
            {isWithdrawal
              ? t('admin.settings.cancelledBy', { value: valueText(name, after), ...by })
              : t('admin.settings.fromTo', { before: valueText(name, before), after: valueText(name, after) })}
          </>
        )}
        {!isWithdrawal && source === 'environment' && <> ({t('admin.settings.undone')})</>}
      </p>
      <p className="text-sm break-words text-muted">
        {!isWithdrawal && `${t(isAnnounced ? 'admin.settings.announcedBy' : 'admin.settings.changedBy', by)} · `}
        {askedBy && `${t('admin.approvalRequest.askedBy', { name: nameFor(askedBy) })} · `}
        <Time iso={changedAt} />
        {isAnnounced && ` · ${t(became, { date: formatTime(holdsFrom) })}`}
      </p>
    </li>
  );
}
