import { useId, useState } from 'react';
import { confirmTotp, startTotp } from '../../../src/callers/sign-in/contract.ts';
import { bodyOf, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { IdentityDialog } from './identity-dialog.tsx';

interface TotpDialogProps {
  /** Called once the app counts, with new recovery codes where there are any. */
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
  const formId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useContractForm(bodyOf(confirmTotp), { defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      const { recoveryCodes } = await call(confirmTotp, { body });
      onEnabled(recoveryCodes);
    } catch (error) {
      if (!applyProblem(form, error)) setFailure(messageOf(error, t('settings.identity.failed')));
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('settings.totp.scanTitle')}
      description={t('settings.totp.scanText')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={isSubmitting}>
            {t('settings.totp.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
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
        <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <Field label={t('auth.secondFactor.code')} error={errors.code?.message}>
            <Input
              {...form.register('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="font-mono tracking-wide"
            />
          </Field>
          {failure && (
            <Notice tone="danger" alert>
              {failure}
            </Notice>
          )}
        </form>
      </div>
    </Dialog>
  );
}

/** In groups of four letters, which are easier to copy by hand. */
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
