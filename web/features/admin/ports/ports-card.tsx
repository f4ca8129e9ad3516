import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { PORT_STATES, type PortState as State } from '../../../../db/enums.ts';
import {
  decidePort,
  listAllPorts,
  type PortEntry,
  MAX_PORT_WORDS,
  openPort,
} from '../../../../src/services/numbers/ports/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { closeAndReread, queryKeys, useRead } from '../../../lib/reads.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { FileBadge } from '../../../ui/icons.tsx';
import { StateList } from '../../../ui/state-list.tsx';
import { Only } from '../../../ui/only.tsx';
import { PortAction, PortState } from '../../../ui/port-state.tsx';
import { Fact, Time } from '../../../ui/values.tsx';
import { getCarriers } from '../../../../src/carriers/contract.ts';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { Field, Input, Options, Select, Textarea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { addressLine, OpenedDrawer } from '../papers/papers-drawer.tsx';

/** The requests of all accounts to bring numbers: those that wait for an administrator first. */
export function PortsCard() {
  const [status, setStatus] = useState<State>('submitted');
  const list = usePagedList(listAllPorts, { query: { status } });
  return (
    <StateList
      title={t('admin.ports.title')}
      description={t('admin.ports.text')}
      name="port-state"
      columns="grid-cols-2 sm:grid-cols-3"
      choices={PORT_STATES.map((value) => ({ value, label: t(`ports.state.${value}`) }))}
      state={status}
      onState={setStatus}
      list={list}
      empty={{ icon: FileBadge, title: t('admin.ports.empty') }}
      row={(port) => <PortRow port={port} />}
    />
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

type Decision = BodyInputOf<typeof decidePort>;

/** Says how far a request is; its owner is told. */
function DecidePort({ port, onClose }: { port: PortEntry; onClose: () => void }) {
  const carriers = useRead(getCarriers, {}).data;
  const [status, setStatus] = useState<Decision['status']>('in_progress');
  const [words, setWords] = useState('');
  const [portsOn, setPortsOn] = useState(port.portsOn ?? port.wishedOn ?? '');
  const [chosen, setProvider] = useState('');
  const [ids, setIds] = useState('');
  const provider = chosen || carriers?.activeProvider || '';
  const decide = useMutation({
    mutationFn: (body: Decision) => call(decidePort, { params: { portId: port.id }, body }),
    onSuccess: closeAndReread(onClose, queryKeys.allPorts, queryKeys.allPapers, queryKeys.adminActivity),
  });
  const bodyOf = (): Decision => {
    if (status === 'ported') return { status, provider, carrierNumberIds: ids.split(/\s+/).filter(Boolean) };
    return status === 'in_progress' ? { status, portsOn, words } : { status, words };
  };
  const mustSay = status === 'papers_wanted' || status === 'refused';
  const missing = mustSay ? words.trim() === '' : status === 'in_progress' && portsOn === '';
  // A number is taken over only after its day was agreed.
  const states = ['in_progress', 'papers_wanted', 'refused', 'ported'] as const;
  const open = states.filter((state) => state !== 'ported' || port.status === 'in_progress');
  return (
    <FormDialog
      danger={status === 'refused'}
      onSubmit={() => decide.mutate(bodyOf())}
      busy={decide.isPending}
      disabled={missing}
      onClose={onClose}
      title={t('admin.ports.decideTitle', { numbers: port.numbers.join(', ') })}
      description={t('admin.ports.decideText', { email: port.user.email })}
      submitLabel={t('admin.ports.decide')}
      failure={decide.error && messageOf(decide.error, t('admin.ports.failed'))}
    >
      <Field label={t('admin.ports.status')} hint={status === 'ported' ? t('admin.ports.portedHint') : undefined}>
        <Select value={status} onChange={({ target }) => setStatus(open.find((s) => s === target.value) ?? status)}>
          <Options of={open} name={(state) => t(`ports.state.${state}`)} />
        </Select>
      </Field>
      {status === 'in_progress' && (
        <Field label={t('admin.ports.day')}>
          <Input type="date" value={portsOn} onChange={(event) => setPortsOn(event.target.value)} />
        </Field>
      )}
      {status === 'ported' ? (
        <>
          <Field label={t('admin.ports.provider')}>
            <Select value={provider} onChange={(event) => setProvider(event.target.value)}>
              <Options of={carriers?.providers ?? []} name={carrierName} />
            </Select>
          </Field>
          <Field label={t('admin.ports.ids')} hint={t('admin.ports.idsHint')}>
            <Textarea rows={2} dir="ltr" value={ids} onChange={(event) => setIds(event.target.value)} />
          </Field>
        </>
      ) : (
        <Field label={t('admin.ports.words')} hint={t('admin.ports.wordsHint')}>
          <Textarea
            rows={3}
            maxLength={MAX_PORT_WORDS}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
      )}
    </FormDialog>
  );
}

/** The details of a request to bring numbers. */
const PortDrawer = ({ port, onClose }: { port: PortEntry; onClose: () => void }) => (
  <OpenedDrawer
    title={port.numbers.join(', ')}
    email={port.user.email}
    queryKey={[...queryKeys.allPorts, port.id]}
    open={() => call(openPort, { params: { portId: port.id } })}
    onClose={onClose}
  >
    {({ given, losingCarrier, pin }) =>
      given && (
        <>
          <Fact label={t('ports.losingCarrier')}>{losingCarrier}</Fact>
          {given.accountNumber && <Fact label={t('ports.accountNumber')}>{given.accountNumber}</Fact>}
          {pin && <Fact label={t('ports.pin')}>{pin}</Fact>}
          <Fact label={t('ports.holder')}>{addressLine(given.holder)}</Fact>
          {(['authorityPath', 'billPath'] as const).map((field) => (
            <Fact key={field} label={t(`ports.${field}`)}>
              {given[field] ? <ExternalLink href={given[field]}>{t('admin.papers.file')}</ExternalLink> : '–'}
            </Fact>
          ))}
        </>
      )
    }
  </OpenedDrawer>
);
