import { Only } from '../../../ui/only.tsx';
import { useState } from 'react';
import { CALL_ORIGINS } from '../../../../db/enums.ts';
import { listSipEdges } from '../../../../src/services/sip/edges/contract.ts';
import { hangUpCall } from '../../../../src/services/voice/contract.ts';
import { listLiveCalls, type LiveCall } from '../../../../src/services/voice/live/contract.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { t } from '../../../lib/i18n.ts';
import { invalidateSoon, queryKeys, useRead } from '../../../lib/reads.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { CallDuration } from '../../../ui/call-duration.tsx';
import { CallStatusBadge } from '../../../ui/call-status-badge.tsx';
import { HangUpButton } from '../../../ui/hang-up-button.tsx';
import { PhoneCall } from '../../../ui/icons.tsx';
import { StateList } from '../../../ui/state-list.tsx';
import { ReadFrame } from '../../../ui/frames.tsx';
import { Time, formatPounds } from '../../../ui/values.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** Calls change often, and are of all accounts: they are read again, not told one by one. */
const EVERY_MS = 5000;
const SHOWN = ['all', ...CALL_ORIGINS] as const;

/** The calls of all accounts that have not ended, and a way to end each. */
export function LiveCallsTab() {
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('all');
  const list = usePagedList(listLiveCalls, { query: { ...(shown !== 'all' && { origin: shown }) }, everyMs: EVERY_MS });
  return (
    <StateList
      title={t('admin.calls.title')}
      description={t('admin.calls.text')}
      name="call-origin"
      columns="grid-cols-1 sm:grid-cols-4"
      state={shown}
      onState={setShown}
      choices={SHOWN.map((value) => ({
        value,
        label: value === 'all' ? t('admin.calls.all') : t(`voice.origin.${value}`),
      }))}
      list={list}
      empty={{ icon: PhoneCall, title: t('admin.calls.empty'), description: t('admin.calls.emptyHint') }}
      above={<AnsweringMachines />}
      row={(row) => <LiveCallRow call={row} />}
    />
  );
}

/** How busy the answering machine of each SIP edge is; nothing where none runs. */
function AnsweringMachines() {
  return (
    <ReadFrame read={useRead(listSipEdges, {}, { everyMs: EVERY_MS })} pending={null}>
      {(edges) => (
        <ul className="pt-3 text-sm text-muted empty:hidden">
          {edges
            .filter(({ slots }) => slots > 0)
            .map((machine) => (
              <li key={machine.edge}>{t('admin.calls.slots', machine)}</li>
            ))}
        </ul>
      )}
    </ReadFrame>
  );
}

/** A call that has not ended: whose it is, from where to where, how it goes, and what is set aside for it. */
function LiveCallRow({ call }: { call: LiveCall }) {
  const { user, origin, callerId, destination, status, provider, setAside, packageMinutes } = call;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <WithNumbers className="font-medium break-all">{destination}</WithNumbers>
          <CallStatusBadge status={status} />
        </p>
        <p className="text-sm break-all text-muted">{user.company ? `${user.company} · ${user.email}` : user.email}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <WithNumbers className="break-all">{t('voice.history.from', { callerId })}</WithNumbers>
          <span>{t(`voice.origin.${origin}`)}</span>
          {provider && <bdi>{carrierName(provider)}</bdi>}
          <Time iso={call.calledAt} />
        </p>
      </div>
      <div className="ms-auto flex flex-col items-end gap-0.5 text-end">
        <span className="font-medium">
          <CallDuration call={{ ...call, duration: 0 }} />
        </span>
        <span className="text-sm text-muted">{t('voice.history.setAside', { amount: formatPounds(setAside) })}</span>
        {packageMinutes > 0 && (
          <span className="text-sm text-muted">{t('voice.history.package', { count: packageMinutes })}</span>
        )}
      </div>
      <Only may={hangUpCall}>
        <HangUpButton
          call={{ ...call, userId: user.id }}
          question={t('admin.calls.hangUpText', { destination })}
          onHungUp={() => invalidateSoon(queryKeys.liveCalls)}
        />
      </Only>
    </li>
  );
}
