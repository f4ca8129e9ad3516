import { useState } from 'react';
import { BadgeCheck } from '../../../ui/icons.tsx';
import { SENDER_STATES, type SenderState } from '../../../../db/enums.ts';
import { listSenderRequests } from '../../../../src/services/senders/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFrame, RowList } from '../../../ui/list-frame.tsx';
import { SenderRow } from './sender-row.tsx';
import { useSenderCounts } from './use-sender-counts.ts';

/** The sender names of all accounts: those that wait first. */
export function SendersTab() {
  const [status, setStatus] = useState<SenderState>('requested');
  const counts = useSenderCounts();
  const list = usePagedList(listSenderRequests, { query: { status } });
  return (
    <Card flush title={t('admin.senders.title')} description={t('admin.senders.text')}>
      <div className="px-5 pb-3">
        <ChoiceGroup
          legend={t('admin.senders.show')}
          name="sender-state"
          className="grid-cols-1 sm:grid-cols-3"
          value={status}
          onChange={setStatus}
          choices={SENDER_STATES.map((state) => ({
            value: state,
            label: t(`senders.state.${state}`),
            note: counts?.[state],
          }))}
        />
      </div>
      <ListFrame list={list} empty={<EmptyState icon={BadgeCheck} title={t('admin.senders.empty')} />}>
        <RowList label={t('admin.senders.title')} rows={list.rows} row={(row) => <SenderRow sender={row} />} />
      </ListFrame>
    </Card>
  );
}
