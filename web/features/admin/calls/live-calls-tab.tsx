import { useState } from 'react';
import { PhoneCall } from '../../../ui/icons.tsx';
import { CALL_ORIGINS } from '../../../../db/enums.ts';
import { listLiveCalls } from '../../../../src/services/voice/live/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { AnsweringMachines } from './answering-machines.tsx';
import { LiveCallRow } from './live-call-row.tsx';

/** Calls change often, and are of all accounts: they are read again, not told one by one. */
const EVERY_MS = 5000;
const SHOWN = ['all', ...CALL_ORIGINS] as const;

/** The calls of all accounts that have not ended, and a way to end each. */
export function LiveCallsTab() {
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('all');
  const list = usePagedList({
    queryKey: [...queryKeys.liveCalls, shown],
    load: (page) =>
      callPage(listLiveCalls, { query: { ...page, ...(shown !== 'all' && { origin: shown }) } }),
    everyMs: EVERY_MS,
    keepPrevious: true,
  });
  return (
    <Card flush title={t('admin.calls.title')} description={t('admin.calls.text')}>
      <div className="px-5 pb-3">
        <ChoiceGroup
          legend={t('admin.calls.show')}
          name="call-origin"
          className="grid-cols-1 sm:grid-cols-4"
          value={shown}
          onChange={setShown}
          choices={SHOWN.map((value) => ({
            value,
            label: value === 'all' ? t('admin.calls.all') : t(`voice.origin.${value}`),
          }))}
        />
      </div>
      <AnsweringMachines everyMs={EVERY_MS} />
      <ListFrame
        list={list}
        empty={
          <EmptyState
            icon={<PhoneCall aria-hidden className="size-5" />}
            title={t('admin.calls.empty')}
            description={t('admin.calls.emptyHint')}
          />
        }
      >
        <ul aria-label={t('admin.calls.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <LiveCallRow key={row.id} call={row} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}
