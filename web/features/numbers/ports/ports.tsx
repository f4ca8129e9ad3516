import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { listPorts, type NumberPort, withdrawPort } from '../../../../src/services/numbers/ports/contract.ts';
import { call, callPage, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { invalidateSoon } from '../../../lib/invalidate-soon.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ListFrame, RowList } from '../../../ui/list-frame.tsx';
import { PortAction, PortState } from '../../../ui/port-state.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { PortDialog } from './port-dialog.tsx';

/** Bringing a number from another carrier: the requests, and a new one. */
export function Ports() {
  const { id } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const list = usePagedList({
    queryKey: queryKeys.numberPorts(id),
    load: (query) => callPage(listPorts, { params: { id }, query }),
  });
  return (
    <Card
      flush
      title={t('ports.title')}
      description={t('ports.text')}
      actions={
        <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
          {t('ports.bring')}
        </Button>
      }
    >
      <ListFrame list={list} skeletonRows={1} empty={null}>
        <RowList label={t('ports.title')} rows={list.rows} row={(port) => <Port port={port} />} />
      </ListFrame>
      {asking && <PortDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Port({ port }: { port: NumberPort }) {
  const { id } = useCurrentUser();
  const [asked, setAsked] = useState<'correct' | 'withdraw' | null>(null);
  const close = () => setAsked(null);
  const withdraw = useMutation({
    mutationFn: () => call(withdrawPort, { params: { id, portId: port.id } }),
    onSuccess: () => invalidateSoon(queryKeys.numberPorts(id)),
    onError: (error) => toastFailure(t('ports.failed'), messageOf(error, t('ports.failed'))),
    onSettled: close,
  });
  const early = port.status === 'submitted' || port.status === 'papers_wanted';
  const action = (what: 'correct' | 'withdraw', label: string) => (
    <PortAction
      numbers={port.numbers}
      label={label}
      primary={what === 'correct' && port.status === 'papers_wanted'}
      onClick={() => setAsked(what)}
    />
  );
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-52">
        <PortState port={port} />
      </div>
      <div className="flex flex-wrap gap-2">
        {early && action('correct', t(port.status === 'papers_wanted' ? 'ports.handIn' : 'ports.correct'))}
        {(early || port.status === 'in_progress') && action('withdraw', t('ports.withdraw'))}
      </div>
      {asked === 'correct' && <PortDialog port={port} onClose={close} />}
      <ConfirmDialog
        danger
        open={asked === 'withdraw'}
        onClose={close}
        title={t('ports.withdrawTitle')}
        description={t('ports.withdrawText', { numbers: port.numbers.join(', ') })}
        confirmLabel={t('ports.withdraw')}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
      />
    </li>
  );
}
