import { useState } from 'react';
import { PORT_STATES, type PortState as State } from '../../../../db/enums.ts';
import { decidePort, listAllPorts, type PortEntry } from '../../../../src/services/numbers/ports/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileBadge } from '../../../ui/icons.tsx';
import { ListFrame, RowList } from '../../../ui/list-frame.tsx';
import { Only } from '../../../ui/only.tsx';
import { PortAction, PortState } from '../../../ui/port-state.tsx';
import { Time } from '../../../ui/time.tsx';
import { DecidePort } from './decide-port.tsx';
import { PortDrawer } from './port-drawer.tsx';

/** The requests of all accounts to bring numbers: those that wait for an administrator first. */
export function PortsCard() {
  const [status, setStatus] = useState<State>('submitted');
  const list = usePagedList({
    queryKey: [...queryKeys.allPorts, 'list', status],
    load: (page) => callPage(listAllPorts, { query: { status, ...page } }),
  });
  return (
    <Card flush title={t('admin.ports.title')} description={t('admin.ports.text')}>
      <div className="px-5 pb-3">
        <ChoiceGroup
          legend={t('admin.senders.show')}
          name="port-state"
          className="grid-cols-2 sm:grid-cols-3"
          value={status}
          onChange={setStatus}
          choices={PORT_STATES.map((state) => ({ value: state, label: t(`ports.state.${state}`) }))}
        />
      </div>
      <ListFrame list={list} empty={<EmptyState icon={FileBadge} title={t('admin.ports.empty')} />}>
        <RowList label={t('admin.ports.title')} rows={list.rows} row={(port) => <PortRow port={port} />} />
      </ListFrame>
    </Card>
  );
}

function PortRow({ port }: { port: PortEntry }) {
  const [asked, setAsked] = useState<'open' | 'decide' | null>(null);
  const { user, numbers, changedAt, status } = port;
  const close = () => setAsked(null);
  const action = (what: 'open' | 'decide', label: string) => (
    <PortAction numbers={numbers} label={label} primary={what === 'decide'} onClick={() => setAsked(what)} />
  );
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-56">
        <PortState port={port} />
        <p className="text-sm break-all text-muted">{user.company ? `${user.company} · ${user.email}` : user.email}</p>
        <p className="text-sm text-muted">
          <Time iso={changedAt} />
        </p>
      </div>
      <Only may={decidePort}>
        <div className="flex flex-wrap gap-2">
          {action('open', t('admin.papers.open'))}
          {['submitted', 'papers_wanted', 'in_progress'].includes(status) && action('decide', t('admin.ports.decide'))}
        </div>
      </Only>
      {asked === 'open' && <PortDrawer port={port} onClose={close} />}
      {asked === 'decide' && <DecidePort port={port} onClose={close} />}
    </li>
  );
}
