import { type ReactNode, useState } from 'react';
import { getSecondFactor, type Passkey, type SecondFactor } from '../../../../src/callers/sign-in/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { passkeysSupported } from '../../../lib/passkeys.ts';
import { type Icon, KeyRound, LifeBuoy, Smartphone, Copy } from '../../../ui/icons.tsx';
import { useRead } from '../../../lib/reads.ts';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Card, ReadFrame } from '../../../ui/frames.tsx';
import { Badge, formatTime } from '../../../ui/values.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { type FactorChange, FactorDialog } from './factor-dialog.tsx';

/** The second factors: an authenticator app, passkeys, and recovery codes for when they are lost. */
export function SecondFactorCard() {
  const factor = useRead(getSecondFactor, {});
  return (
    <Card title={t('settings.secondFactor.title')} description={t('settings.secondFactor.description')} flush>
      <ReadFrame read={factor}>{(data) => <Factors factor={data} />}</ReadFrame>
    </Card>
  );
}

function Factors({ factor }: { factor: SecondFactor }) {
  const { passkeys, totp, needed } = factor;
  const [change, setChange] = useState<FactorChange | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <>
      {needed && (
        <div className="px-5 pb-3">
          <Notice tone="warning">{t('settings.secondFactor.needed')}</Notice>
        </div>
      )}
      <div className="divide-y divide-line border-t border-line">
        <AppRow isOn={totp} onChange={setChange} />
        <PasskeysRow passkeys={passkeys} onChange={setChange} />
        {(totp || passkeys.length > 0) && <RecoveryRow left={factor.recoveryCodesLeft} onChange={setChange} />}
      </div>
      {change !== null && (
        <FactorDialog change={change} onClose={() => setChange(null)} onCodes={setCodes} wasNeeded={needed} />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  );
}

interface RowProps {
  onChange: (change: FactorChange) => void;
}

function AppRow({ isOn, onChange }: RowProps & { isOn: boolean }) {
  return (
    <FactorRow
      icon={Smartphone}
      title={t('settings.totp.title')}
      text={t('settings.totp.text')}
      state={
        <Badge tone={isOn ? 'success' : 'neutral'}>
          {t(isOn ? 'settings.secondFactor.on' : 'settings.secondFactor.off')}
        </Badge>
      }
      action={
        <SmallButton onClick={() => onChange(isOn ? 'turn-off' : 'set-up')}>
          {t(isOn ? 'settings.totp.turnOff' : 'settings.totp.setUp')}
        </SmallButton>
      }
    />
  );
}

function PasskeysRow({ passkeys, onChange }: RowProps & Pick<SecondFactor, 'passkeys'>) {
  return (
    <FactorRow
      icon={KeyRound}
      title={t('settings.passkeys.title')}
      text={t(passkeysSupported() ? 'settings.passkeys.text' : 'settings.passkeys.unsupported')}
      action={
        passkeysSupported() && (
          <SmallButton onClick={() => onChange('passkey')}>{t('settings.passkeys.add')}</SmallButton>
        )
      }
    >
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onRemove={onChange} />}
    </FactorRow>
  );
}

function RecoveryRow({ left, onChange }: RowProps & { left: number }) {
  return (
    <FactorRow
      icon={LifeBuoy}
      title={t('settings.recovery.title')}
      text={t('settings.recovery.text')}
      state={<Badge tone={left > 2 ? 'neutral' : 'warning'}>{t('settings.recovery.left', { count: left })}</Badge>}
      action={<SmallButton onClick={() => onChange('codes')}>{t('settings.recovery.renew')}</SmallButton>}
    />
  );
}

interface FactorRowProps {
  icon: Icon;
  title: string;
  text: string;
  state?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** One second factor: its name, whether it is on, and its buttons. */
function FactorRow({ icon: FactorIcon, title, text, state, action, children }: FactorRowProps) {
  return (
    <div className="flex flex-col gap-3 px-5 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:[&>button]:ms-7">
        <div className="flex min-w-0 flex-1 basis-60 gap-3">
          <FactorIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {title} {state}
            </p>
            <p className="text-sm text-muted">{text}</p>
          </div>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

/** The passkeys of an account, each with its Remove button. */
function PasskeyList({ passkeys, onRemove }: { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void }) {
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

/** New recovery codes, shown this once. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title={t('settings.recovery.freshTitle')}
      description={t('settings.recovery.freshText')}
      footer={
        <>
          <Button variant="secondary" icon={Copy} onClick={() => void copyText(codes.join('\n'))}>
            {t('settings.recovery.copy')}
          </Button>
          <Button onClick={onClose}>{t('settings.recovery.done')}</Button>
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md bg-sunken px-4 py-3 font-mono text-sm min-[420px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
