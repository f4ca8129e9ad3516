import { useState } from 'react';
import type { DidNumber } from '../../../src/services/numbers/contract.ts';
import { countryName } from '../../lib/country-name.ts';
import { t } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/field.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { formatTime } from '../../ui/time.tsx';
import { AnswerButton } from './calls/answer-button.tsx';
import { CallNumberDialog } from './calls/call-number-dialog.tsx';
import { MessageSettings } from './message-settings.tsx';
import { RenewalDialog } from './renewal-dialog.tsx';
import { StateBadge } from './state-badge.tsx';
import { TryNumberDialog } from './try-number-dialog.tsx';
import { useNumberChanges } from './use-number-changes.ts';

/** One number: its state, when it expires, and its renewal, by hand or automatic. */
export function NumberRow({ number: row }: { number: DidNumber }) {
  const { number } = row;
  const [asking, setAsking] = useState(false);
  const [trying, setTrying] = useState(false);
  const [calling, setCalling] = useState(false);
  const { renew, switchRenewal, show } = useNumberChanges(row, () => setAsking(false));
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/did-numbers/$numberId"
            params={{ numberId: row.id }}
            className="font-semibold text-accent underline-offset-4 hover:underline"
          >
            <bdi>{number}</bdi>
          </Link>
          <StateBadge number={row} />
        </p>
        <p className="mt-0.5 text-sm break-words text-muted">
          {row.name && (
            <>
              <bdi className="font-medium text-ink">{row.name}</bdi> ·{' '}
            </>
          )}
          {countryName(row)} · {t('numbers.mine.perMonth', { price: formatPounds(row.monthlyPrice) })}
        </p>
      </div>
      <Expiry number={row} />
      {row.status === 'active' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Switch
            label={t('numbers.mine.autoRenew')}
            checked={switchRenewal.isPending ? switchRenewal.variables : row.autoRenew}
            onChange={(autoRenew) => switchRenewal.mutate(autoRenew)}
          />
          <MessageSettings number={row} onChange={show} />
          <AnswerButton number={row} onChange={show} />
          {row.simulated && (
            <Button variant="secondary" size="sm" onClick={() => setCalling(true)}>
              {t('numbers.calls.tryOpen')}
            </Button>
          )}
          {row.simulated && (
            <Button variant="secondary" size="sm" onClick={() => setTrying(true)}>
              {t('numbers.try.open')}
            </Button>
          )}
          <Button
            variant={row.state === 'active' ? 'secondary' : 'primary'}
            size="sm"
            aria-label={t('numbers.mine.renewOf', { number })}
            onClick={() => setAsking(true)}
          >
            {t('numbers.mine.renew')}
          </Button>
        </div>
      )}
      {calling && <CallNumberDialog number={row} onClose={() => setCalling(false)} />}
      {trying && <TryNumberDialog number={row} onClose={() => setTrying(false)} />}
      <RenewalDialog number={row} renew={renew} open={asking} onClose={() => setAsking(false)} />
    </li>
  );
}

function Expiry({ number }: { number: DidNumber }) {
  return (
    <p className="text-sm text-muted">
      {t(number.state === 'expired' ? 'numbers.mine.expired' : 'numbers.mine.expires', {
        date: formatTime(number.expiresAt, 'day'),
      })}
      {number.state === 'expired' && (
        <span className="block text-danger">
          {t('numbers.mine.renewUntil', { date: formatTime(number.graceEndsAt, 'day') })}
        </span>
      )}
    </p>
  );
}
