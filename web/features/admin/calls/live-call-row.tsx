import type { LiveCall } from '../../../../src/services/voice/live/contract.ts';
import { invalidateSoon } from '../../../lib/invalidate-soon.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { CallDuration } from '../../../ui/call-duration.tsx';
import { CallStatusBadge } from '../../../ui/call-status-badge.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { HangUpButton } from '../../../ui/hang-up-button.tsx';
import { Time } from '../../../ui/time.tsx';

/** A call that has not ended: whose it is, from where to where, how it goes, and what is set aside for it. */
export function LiveCallRow({ call }: { call: LiveCall }) {
  const { user, origin, callerId, destination, status, provider, setAside, packageMinutes } = call;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium break-all">{destination}</bdi>
          <CallStatusBadge status={status} />
        </p>
        <p className="text-sm break-all text-muted">
          {user.company ? `${user.company} · ${user.email}` : user.email}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span className="break-all">{t('voice.history.from', { callerId })}</span>
          <span>{t(`voice.origin.${origin}`)}</span>
          {provider && <bdi>{provider}</bdi>}
          <Time iso={call.calledAt} />
        </p>
      </div>
      <div className="ms-auto flex flex-col items-end gap-0.5 text-end">
        <span className="font-medium">
          <CallDuration call={{ ...call, duration: 0 }} />
        </span>
        <span className="text-sm text-muted">
          {t('voice.history.setAside', { amount: formatPounds(setAside) })}
        </span>
        {packageMinutes > 0 && (
          <span className="text-sm text-muted">{t('voice.history.package', { count: packageMinutes })}</span>
        )}
      </div>
      <HangUpButton
        call={{ ...call, userId: user.id }}
        question={t('admin.calls.hangUpText', { destination })}
        onHungUp={() => invalidateSoon(queryKeys.liveCalls)}
      />
    </li>
  );
}
