import type { ReactNode } from 'react';
import { z } from 'zod';
import { ApiError, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { wasCancelled } from '../../../lib/passkeys.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useContractForm } from '../../../ui/form.tsx';
import { IdentityFields, identityShape } from '../../../ui/identity-fields.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';

/** The fields that the dialog asks for; all others are empty. */
interface Identity {
  password: string;
  code: string;
  name: string;
}

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
  action: (identity: Identity) => Promise<void>;
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
export function IdentityDialog(props: IdentityDialogProps) {
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
      {withName && (
        <Field label={t('settings.identity.name')} error={errors.name?.message}>
          <Input {...form.register('name')} autoComplete="off" maxLength={60} />
        </Field>
      )}
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
