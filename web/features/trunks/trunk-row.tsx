import { Link } from '../../lib/router.ts';
import type { Trunk } from '../../../src/services/trunks/contract.ts';
import { t } from '../../lib/i18n.ts';
import { formatNumber } from '../../lib/locale.ts';
import { usePassed } from '../../lib/use-passed.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { formatTime } from '../../ui/time.tsx';
import { SipCredentials } from './sip-credentials.tsx';
import { TrunkPace } from './trunk-pace.tsx';
import { TrunkCallsIn } from './trunk-calls-in.tsx';
import { TrunkTrace } from './trunk-trace.tsx';
import { TrunkAddresses } from './trunk-addresses.tsx';

const TONES: Record<Trunk['state'], Tone> = {
  active: 'success',
  pending: 'warning',
  expired: 'neutral',
};

/** One package. It turns from active to expired at that very moment. */
export function TrunkRow({ row }: { row: Trunk }) {
  const expired = usePassed(row.isActive ? row.expiresAt : null);
  const state = expired ? 'expired' : row.state;
  return (
    <li className="flex flex-col gap-4 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="text-lg font-semibold">{t(`packages.plan.${row.packageType}`)}</span>
            <Badge tone={TONES[state]}>{t(`packages.state.${state}`)}</Badge>
          </p>
          <p className="mt-0.5 text-muted">
            {state === 'pending' && t('packages.mine.pendingHint')}
            {state === 'active' && t('packages.mine.until', { date: formatTime(row.expiresAt, 'day') })}
            {state === 'expired' && t('packages.mine.ended', { date: formatTime(row.expiresAt, 'day') })}
          </p>
        </div>
        {row.transactionId && (
          <Link to="/billing" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t(state === 'pending' ? 'packages.completePayment' : 'packages.completeUpgrade')}
          </Link>
        )}
      </div>
      {state === 'active' && (
        <>
          <Minutes row={row} />
          <TrunkPace row={row} />
          <TrunkCallsIn row={row} />
          <TrunkTrace row={row} />
          <SipCredentials row={row} />
          <TrunkAddresses row={row} />
        </>
      )}
    </li>
  );
}

function Minutes({ row }: { row: Trunk }) {
  const { minutesUsed, minutesLeft, callMinutesIncluded, minutesResetAt } = row;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {t('packages.mine.minutesUsed', {
            used: formatNumber(minutesUsed),
            included: formatNumber(callMinutesIncluded),
          })}
        </span>
        <span className="font-medium">
          {t('packages.mine.minutesLeft', { left: formatNumber(minutesLeft) })}
        </span>
      </p>
      <Progress label={t('packages.mine.minutes')} value={(minutesUsed / callMinutesIncluded) * 100} />
      <p className="text-sm text-muted">{t('packages.mine.reset', { date: formatTime(minutesResetAt) })}</p>
    </div>
  );
}
