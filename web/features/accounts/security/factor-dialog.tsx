import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import {
  addPasskey,
  confirmTotp,
  createRecoveryCodes,
  disableTotp,
  offerPasskey,
  type Passkey,
  removePasskey,
  startTotp,
} from '../../../../src/callers/sign-in/contract.ts';
import { bodyOf, call, ApiError, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { makePasskey, wasCancelled } from '../../../lib/passkeys.ts';
import { queryKeys } from '../../../lib/reads.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { IdentityFields, identityShape } from '../../../ui/identity-fields.tsx';

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
function TotpDialog({ onEnabled, onClose }: TotpDialogProps) {
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

/** The change that is being made: the app, the recovery codes, a new passkey, or the removal of one. */
export type FactorChange = 'set-up' | 'turn-off' | 'codes' | 'passkey' | Passkey;

interface FactorDialogProps {
  change: FactorChange;
  onClose: () => void;
  /** New recovery codes, which are shown once; empty if there are none. */
  onCodes: (codes: string[]) => void;
  /** The account could do nothing before it had a second factor. */
  wasNeeded: boolean;
}

/** The dialog for the change that is being made. */
export function FactorDialog({ change, onClose, onCodes, wasNeeded }: FactorDialogProps) {
  const queryClient = useQueryClient();
  async function changed(codes: string[] = []): Promise<void> {
    onClose();
    onCodes(codes);
    // Until now the server refused every request of this account, so everything is read again.
    await queryClient.invalidateQueries(wasNeeded ? {} : { queryKey: queryKeys.secondFactor });
  }
  const props = { changed, onClose };
  if (change === 'set-up') return <TotpDialog onEnabled={(codes) => void changed(codes)} onClose={onClose} />;
  if (change === 'turn-off') return <TurnOff {...props} />;
  if (change === 'codes') return <RenewCodes {...props} />;
  if (change === 'passkey') return <AddPasskey {...props} />;
  return <RemovePasskey {...props} passkey={change} />;
}

interface ChangeProps {
  changed: (codes?: string[]) => Promise<void>;
  onClose: () => void;
}

function TurnOff({ changed, onClose }: ChangeProps) {
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

function RenewCodes({ changed, onClose }: ChangeProps) {
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

function AddPasskey({ changed, onClose }: ChangeProps) {
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

function RemovePasskey({ passkey, changed, onClose }: ChangeProps & { passkey: Passkey }) {
  return (
    <IdentityDialog
      danger
      title={t('settings.passkeys.removeTitle', { name: passkey.name })}
      description={t('settings.passkeys.removeText')}
      confirmLabel={t('settings.passkeys.remove')}
      action={async ({ password }) => {
        await call(removePasskey, { params: { passkeyId: passkey.id }, body: { password } });
        await changed();
      }}
      onClose={onClose}
    />
  );
}

/** The fields that the dialog asks for; all others are empty. */
interface IdentityDialogProps {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  /** Asks for a code from the authenticator app, or a recovery code, as well. */
  withCode?: boolean;
  /** Asks for the name of something new, and suggests this one. */
  nameSuggestion?: string;
  /** Does the work; if it fails, its errors are shown beside the fields. */
  action: (identity: { password: string; code: string; name: string }) => Promise<void>;
  onClose: () => void;
}

const identityForm = (withCode: boolean, withName: boolean) =>
  z.object({
    ...identityShape(withCode),
    name: z
      .string()
      .trim()
      .min(withName ? 1 : 0, t('settings.identity.nameRequired'))
      .max(60),
  });

/** Asks for the password before an action for which an open session alone is not enough. */
function IdentityDialog(props: IdentityDialogProps) {
  const { title, description, confirmLabel, danger = false, withCode = false, nameSuggestion, onClose } = props;
  const withName = nameSuggestion !== undefined;
  const form = useContractForm(identityForm(withCode, withName), {
    defaultValues: { password: '', code: '', name: nameSuggestion ?? '' },
  });
  const { errors } = form.formState;
  const confirm = useFormCall(form, { send: props.action, failed: failureOf });
  return (
    <FormDialog
      {...confirm}
      onClose={onClose}
      title={title}
      description={description}
      submitLabel={confirmLabel}
      danger={danger}
    >
      {withName && <FormInput form={form} name="name" label={t('settings.identity.name')} maxLength={60} />}
      <IdentityFields password={form.register('password')} code={withCode && form.register('code')} errors={errors} />
    </FormDialog>
  );
}

/** The browser says so if its authenticator already holds a passkey of this account. */
function failureOf(error: Error): string | null {
  if (wasCancelled(error)) return null;
  const isKnown = !(error instanceof ApiError) && error.name === 'InvalidStateError';
  return messageOf(error, t(isKnown ? 'settings.passkeys.known' : 'settings.identity.failed'));
}
