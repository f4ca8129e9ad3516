import type { Passkey } from '../../../../src/callers/sign-in/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { formatTime } from '../../../ui/time.tsx';

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onRemove: (passkey: Passkey) => void;
}

/** The passkeys of an account, each with its Remove button. */
export function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  return (
    <ul aria-label={t('settings.passkeys.title')} className="flex flex-col gap-2 sm:ps-7">
      {passkeys.map((passkey) => (
        <li
          key={passkey.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2"
        >
          <div className="min-w-0">
            <p className="font-medium break-words">{passkey.name}</p>
            <p className="text-sm text-muted">
              {t('settings.passkeys.added', { date: formatTime(passkey.createdAt, 'day') })} ·{' '}
              {passkey.lastUsedAt ? (
                <>{t('settings.passkeys.used', { date: formatTime(passkey.lastUsedAt) })}</>
              ) : (
                t('settings.passkeys.neverUsed')
              )}{' '}
              · {passkey.hostName}
            </p>
          </div>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('settings.passkeys.removeOf', { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          >
            {t('settings.passkeys.remove')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
