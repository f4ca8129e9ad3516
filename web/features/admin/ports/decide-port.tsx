import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { getCarriers } from '../../../../src/carriers/contract.ts';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';
import { decidePort, MAX_PORT_WORDS, type PortEntry } from '../../../../src/services/numbers/ports/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { invalidateSoon } from '../../../lib/invalidate-soon.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Field, Input, Select, Textarea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';

type Decision = BodyInputOf<typeof decidePort>;

/** Says how far a request is; its owner is told. */
export function DecidePort({ port, onClose }: { port: PortEntry; onClose: () => void }) {
  const carriers = useRead(getCarriers, {}).data;
  const [status, setStatus] = useState<Decision['status']>('in_progress');
  const [words, setWords] = useState('');
  const [portsOn, setPortsOn] = useState(port.portsOn ?? port.wishedOn ?? '');
  const [chosen, setProvider] = useState('');
  const [ids, setIds] = useState('');
  const provider = chosen || carriers?.activeProvider || '';
  const decide = useMutation({
    mutationFn: (body: Decision) => call(decidePort, { params: { portId: port.id }, body }),
    onSuccess: () => {
      onClose();
      invalidateSoon(queryKeys.allPorts, queryKeys.allPapers, queryKeys.adminActivity);
    },
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
          {open.map((state) => (
            <option key={state} value={state}>
              {t(`ports.state.${state}`)}
            </option>
          ))}
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
              {carriers?.providers.map((name) => (
                <option key={name}>{name}</option>
              ))}
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
