import { useState } from 'react';
import { BadgeCheck } from '../../../ui/icons.tsx';
import { SENDER_STATES, type SenderState } from '../../../../db/enums.ts';
import { countSenderRequests, listSenderRequests } from '../../../../src/services/senders/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { StateList } from '../../../ui/state-list.tsx';
import { SenderRow } from './sender-row.tsx';

/** The sender names of all accounts: those that wait first. */
export function SendersTab() {
  const [status, setStatus] = useState<SenderState>('requested');
  const counts = useRead(countSenderRequests, {}).data;
  const list = usePagedList(listSenderRequests, { query: { status } });
  return (
    <StateList
      title={t('admin.senders.title')}
      description={t('admin.senders.text')}
      name="sender-state"
      columns="grid-cols-1 sm:grid-cols-3"
      choices={SENDER_STATES.map((value) => ({ value, label: t(`senders.state.${value}`), note: counts?.[value] }))}
      state={status}
      onState={setStatus}
      list={list}
      empty={{ icon: BadgeCheck, title: t('admin.senders.empty') }}
      row={(row) => <SenderRow sender={row} />}
    />
  );
}
