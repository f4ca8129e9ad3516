import { useState } from 'react';
import { KeyRound, LifeBuoy, Smartphone } from '../../../ui/icons.tsx';
import { getSecondFactor, type SecondFactor } from '../../../../src/callers/sign-in/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { passkeysSupported } from '../../../lib/passkeys.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { type FactorChange, FactorDialog } from './factor-dialog.tsx';
import { FactorRow } from './factor-row.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

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
        {(totp || passkeys.length > 0) && (
          <RecoveryRow left={factor.recoveryCodesLeft} onChange={setChange} />
        )}
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
      icon={<Smartphone aria-hidden className="size-4" />}
      title={t('settings.totp.title')}
      text={t('settings.totp.text')}
      state={
        <Badge tone={isOn ? 'success' : 'neutral'}>
          {t(isOn ? 'settings.secondFactor.on' : 'settings.secondFactor.off')}
        </Badge>
      }
      action={
        <Button variant="secondary" size="sm" onClick={() => onChange(isOn ? 'turn-off' : 'set-up')}>
          {t(isOn ? 'settings.totp.turnOff' : 'settings.totp.setUp')}
        </Button>
      }
    />
  );
}

function PasskeysRow({ passkeys, onChange }: RowProps & Pick<SecondFactor, 'passkeys'>) {
  return (
    <FactorRow
      icon={<KeyRound aria-hidden className="size-4" />}
      title={t('settings.passkeys.title')}
      text={t(passkeysSupported() ? 'settings.passkeys.text' : 'settings.passkeys.unsupported')}
      action={
        passkeysSupported() && (
          <Button variant="secondary" size="sm" onClick={() => onChange('passkey')}>
            {t('settings.passkeys.add')}
          </Button>
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
      icon={<LifeBuoy aria-hidden className="size-4" />}
      title={t('settings.recovery.title')}
      text={t('settings.recovery.text')}
      state={
        <Badge tone={left > 2 ? 'neutral' : 'warning'}>{t('settings.recovery.left', { count: left })}</Badge>
      }
      action={
        <Button variant="secondary" size="sm" onClick={() => onChange('codes')}>
          {t('settings.recovery.renew')}
        </Button>
      }
    />
  );
}
