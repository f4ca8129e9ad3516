import { useState } from 'react';
import { listSettingChanges, type SettingChange } from '../../../../src/admin/settings/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { Time } from '../../../ui/time.tsx';
import { nameOf, valueText } from './setting-value.ts';

/** How many are shown before somebody asks for all. */
const RECENT = 5;

/** Every change of a setting, newest first: who, when, before and after. */
export function SettingHistory() {
  const [all, setAll] = useState(false);
  const title = t('admin.settings.history');
  const list = usePagedList({
    queryKey: queryKeys.settingChanges,
    load: (query) => callPage(listSettingChanges, { query }),
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
      <ListFrame list={list} more={all} empty={<EmptyState title={t('admin.settings.noHistory')} />}>
        <ul aria-label={title} className="divide-y divide-line border-t border-line">
          {shown.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </ul>
      </ListFrame>
    </Card>
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
        {askedBy && <> · {t('admin.secondWord.askedBy', { name: nameFor(askedBy) })}</>} ·{' '}
        <Time iso={changedAt} />
        {holdsFrom > changedAt && (
          <>
            {' '}
            · {t('admin.settings.holdsFrom')} <Time iso={holdsFrom} />
          </>
        )}
      </p>
    </li>
  );
}
