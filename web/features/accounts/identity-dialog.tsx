import { useId, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { ApiError, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { wasCancelled } from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What the dialog asks for; what it does not ask for is empty. */
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
  /** Asks what something new shall be called, and suggests this. */
  nameSuggestion?: string;
  /** What is done; where it fails, its errors stand beside the fields. */
  action: (identity: Identity) => Promise<void>;
  onClose: () => void;
}

const identityForm = (withCode: boolean, withName: boolean) =>
  z.object({
    password: z.string().min(1, t('settings.identity.passwordRequired')),
    code: z
      .string()
      .trim()
      .min(withCode ? 6 : 0, t('auth.secondFactor.codeRequired')),
    name: z
      .string()
      .trim()
      .min(withName ? 1 : 0, t('settings.identity.nameRequired'))
      .max(60),
  });

/** Asks for the password before something that an open session alone must not do. */
export function IdentityDialog(props: IdentityDialogProps) {
  const { title, description, confirmLabel, danger, withCode = false, nameSuggestion, onClose } = props;
  const formId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const withName = nameSuggestion !== undefined;
  const form = useContractForm(identityForm(withCode, withName), {
    defaultValues: { password: '', code: '', name: nameSuggestion ?? '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (identity) => {
    setFailure(null);
    try {
      await props.action(identity);
    } catch (error) {
      if (wasCancelled(error) || applyProblem(form, error)) return;
      setFailure(messageOf(error, failureOf(error)));
    }
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={isSubmitting}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {withName && (
          <Field label={t('settings.identity.name')} error={errors.name?.message}>
            <Input {...form.register('name')} autoComplete="off" maxLength={60} />
          </Field>
        )}
        <Field label={t('settings.identity.password')} error={errors.password?.message}>
          <Input {...form.register('password')} type="password" autoComplete="current-password" />
        </Field>
        {withCode && (
          <Field
            label={t('auth.secondFactor.code')}
            hint={t('settings.identity.codeHint')}
            error={errors.code?.message}
          >
            <Input {...form.register('code')} autoComplete="one-time-code" className="font-mono" />
          </Field>
        )}
        {failure && (
          <Notice tone="danger" alert>
            {failure}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

/** The browser says so where its authenticator holds a passkey of this account already. */
const failureOf = (error: unknown): string =>
  error instanceof Error && !(error instanceof ApiError) && error.name === 'InvalidStateError'
    ? t('settings.passkeys.known')
    : t('settings.identity.failed');
