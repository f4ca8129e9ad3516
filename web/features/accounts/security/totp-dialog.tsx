import { useState } from 'react';
import { confirmTotp, startTotp } from '../../../../src/callers/sign-in/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { useContractForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';

interface TotpDialogProps {
  /** Called once the app is confirmed, with new recovery codes if there are any. */
  onEnabled: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

interface Secret {
  secret: string;
  uri: string;
}

/** Sets an authenticator app up: the password, then a QR code, then the app's first code. */
export function TotpDialog({ onEnabled, onClose }: TotpDialogProps) {
  const [secret, setSecret] = useState<Secret | null>(null);
  if (secret) return <ScanDialog {...secret} onEnabled={onEnabled} onClose={onClose} />;
  return (
    <IdentityDialog
      title={t('settings.totp.setUpTitle')}
      description={t('settings.totp.setUpText')}
      confirmLabel={t('settings.totp.next')}
      action={async ({ password }) => setSecret(await call(startTotp, { body: { password } }))}
      onClose={onClose}
    />
  );
}

function ScanDialog({ secret, uri, onEnabled, onClose }: TotpDialogProps & Secret) {
  const form = useContractForm(bodyOf(confirmTotp), { defaultValues: { code: '' } });
  const { errors } = form.formState;
  const confirm = useFormCall(form, {
    send: (body) => call(confirmTotp, { body }),
    onSent: ({ recoveryCodes }) => onEnabled(recoveryCodes),
    failed: t('settings.identity.failed'),
  });
  return (
    <FormDialog
      {...confirm}
      onClose={onClose}
      title={t('settings.totp.scanTitle')}
      description={t('settings.totp.scanText')}
      submitLabel={t('settings.totp.confirm')}
    >
      <div className="mx-auto size-44">
        <QrCode value={uri} label={t('settings.totp.qr')} />
      </div>
      <div>
        <p className="text-sm text-muted">{t('settings.totp.byHand')}</p>
        <p className="mt-1.5 flex items-center gap-2 rounded-md bg-sunken px-3 py-1.5">
          <code className="min-w-0 flex-1 font-mono text-sm break-words">{inGroups(secret)}</code>
          <CopyButton value={secret} label={t('settings.totp.copy')} />
        </p>
      </div>
      <Field label={t('auth.secondFactor.code')} error={errors.code?.message}>
        <Input
          {...form.register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="font-mono tracking-wide"
        />
      </Field>
    </FormDialog>
  );
}

/** In groups of four letters, which are easier to copy by hand. */
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
