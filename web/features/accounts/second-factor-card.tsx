import { useRead } from '../../lib/use-read.ts';
import { getSecondFactor } from '../../../src/callers/sign-in/contract.ts';
import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, LifeBuoy, Smartphone } from 'lucide-react';
import {
  addPasskey,
  createRecoveryCodes,
  disableTotp,
  offerPasskey,
  type Passkey,
  removePasskey,
  type SecondFactor,
} from '../../../src/callers/sign-in/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { makePasskey, passkeysSupported } from '../../lib/passkeys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';

type Asking = 'set-up' | 'turn-off' | 'codes' | 'passkey' | Passkey | null;

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
  const { totp, passkeys, recoveryCodesLeft, needed } = factor;
  const [asking, setAsking] = useState<Asking>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const hasFactor = totp || passkeys.length > 0;
  return (
    <>
      {needed && (
        <div className="px-5 pb-3">
          <Notice tone="warning">{t('settings.secondFactor.needed')}</Notice>
        </div>
      )}
      <div className="divide-y divide-line border-t border-line">
        <Row
          icon={<Smartphone aria-hidden className="size-4" />}
          title={t('settings.totp.title')}
          text={t('settings.totp.text')}
          state={
            <Badge tone={totp ? 'success' : 'neutral'}>
              {t(totp ? 'settings.secondFactor.on' : 'settings.secondFactor.off')}
            </Badge>
          }
          action={
            <Button variant="secondary" size="sm" onClick={() => setAsking(totp ? 'turn-off' : 'set-up')}>
              {t(totp ? 'settings.totp.turnOff' : 'settings.totp.setUp')}
            </Button>
          }
        />
        <Row
          icon={<KeyRound aria-hidden className="size-4" />}
          title={t('settings.passkeys.title')}
          text={t(passkeysSupported() ? 'settings.passkeys.text' : 'settings.passkeys.unsupported')}
          action={
            passkeysSupported() && (
              <Button variant="secondary" size="sm" onClick={() => setAsking('passkey')}>
                {t('settings.passkeys.add')}
              </Button>
            )
          }
        >
          {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onRemove={setAsking} />}
        </Row>
        {hasFactor && (
          <Row
            icon={<LifeBuoy aria-hidden className="size-4" />}
            title={t('settings.recovery.title')}
            text={t('settings.recovery.text')}
            state={
              <Badge tone={recoveryCodesLeft > 2 ? 'neutral' : 'warning'}>
                {t('settings.recovery.left', { count: recoveryCodesLeft })}
              </Badge>
            }
            action={
              <Button variant="secondary" size="sm" onClick={() => setAsking('codes')}>
                {t('settings.recovery.renew')}
              </Button>
            }
          />
        )}
      </div>
      <FactorDialog asking={asking} onClose={() => setAsking(null)} onCodes={setCodes} wasNeeded={needed} />
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  );
}

interface RowProps {
  icon: ReactNode;
  title: string;
  text: string;
  state?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

function Row({ icon, title, text, state, action, children }: RowProps) {
  return (
    <div className="flex flex-col gap-3 px-5 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-60 gap-3">
          <span className="mt-0.5 text-muted">{icon}</span>
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

function PasskeyList({
  passkeys,
  onRemove,
}: {
  passkeys: readonly Passkey[];
  onRemove: (passkey: Passkey) => void;
}) {
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
              {t('settings.passkeys.added')} <Time iso={passkey.createdAt} day /> ·{' '}
              {passkey.lastUsedAt ? (
                <>
                  {t('settings.passkeys.used')} <Time iso={passkey.lastUsedAt} />
                </>
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

interface FactorDialogProps {
  asking: Asking;
  onClose: () => void;
  onCodes: (codes: string[]) => void;
  wasNeeded: boolean;
}

/** The dialog of whatever is being changed. */
function FactorDialog({ asking, onClose, onCodes, wasNeeded }: FactorDialogProps) {
  const queryClient = useQueryClient();
  async function changed(codes: string[] = []): Promise<void> {
    onClose();
    onCodes(codes);
    // Until now the server refused this account everything: all of it is read again.
    await queryClient.invalidateQueries(wasNeeded ? {} : { queryKey: queryKeys.secondFactor });
  }
  if (asking === null) return null;
  if (asking === 'set-up') return <TotpDialog onEnabled={(codes) => void changed(codes)} onClose={onClose} />;
  if (asking === 'turn-off') {
    return (
      <IdentityDialog
        danger
        withCode
        title={t('settings.totp.turnOffTitle')}
        description={t('settings.totp.turnOffText')}
        confirmLabel={t('settings.totp.turnOff')}
        action={async ({ password, code }) => {
          await call(disableTotp, { body: { password, code } });
          await changed();
        }}
        onClose={onClose}
      />
    );
  }
  if (asking === 'codes') {
    return (
      <IdentityDialog
        title={t('settings.recovery.renewTitle')}
        description={t('settings.recovery.renewText')}
        confirmLabel={t('settings.recovery.renew')}
        action={async ({ password }) => {
          const { recoveryCodes } = await call(createRecoveryCodes, { body: { password } });
          await changed(recoveryCodes);
        }}
        onClose={onClose}
      />
    );
  }
  if (asking === 'passkey') {
    return (
      <IdentityDialog
        nameSuggestion=""
        title={t('settings.passkeys.addTitle')}
        description={t('settings.passkeys.addText')}
        confirmLabel={t('settings.passkeys.continue')}
        action={async ({ password, name }) => {
          const response = await makePasskey(await call(offerPasskey, { body: { password } }));
          const { recoveryCodes } = await call(addPasskey, { body: { name, response } });
          await changed(recoveryCodes);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <IdentityDialog
      danger
      title={t('settings.passkeys.removeTitle', { name: asking.name })}
      description={t('settings.passkeys.removeText')}
      confirmLabel={t('settings.passkeys.remove')}
      action={async ({ password }) => {
        await call(removePasskey, { params: { passkeyId: asking.id }, body: { password } });
        await changed();
      }}
      onClose={onClose}
    />
  );
}
