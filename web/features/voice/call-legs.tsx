import { type CallLeg, isUnderWay } from '../../../src/services/voice/contract.ts';
import { t } from '../../lib/i18n.ts';
import { CallStatusBadge } from '../../ui/call-status-badge.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { CallDuration } from '../../ui/call-duration.tsx';

/** The legs of a forwarded call, inside its row: each has its own state, length and cost. */
export const CallLegs = ({ legs }: { legs: readonly CallLeg[] }) =>
  legs.length > 0 && (
    <ul className="flex flex-col gap-2 border-s-2 border-line ps-4 text-sm">
      {legs.map((leg) => (
        <li key={leg.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="break-all">{t('voice.history.forwarded', { number: leg.destination })}</span>
          <CallStatusBadge status={leg.status} />
          {leg.error && <span className="text-danger">{leg.error}</span>}
          <span className="ms-auto flex gap-x-3 text-muted">
            <CallDuration call={leg} />
            {isUnderWay(leg.status)
              ? t('voice.history.setAside', { amount: formatPounds(leg.cost) })
              : t('voice.history.cost', { amount: formatPounds(leg.actualCost) })}
            {leg.exactCost !== null && leg.exactCost !== leg.actualCost && (
              <span>{t('voice.history.exact', { amount: formatPounds(leg.exactCost) })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
