import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { changePassword, password, PASSWORD_CHARACTERS } from '../../../../src/callers/contract.ts';
import { ApiError, call, failureText, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/frames.tsx';
import { Fault, Field, Input } from '../../../ui/field.tsx';
import { Form, applyProblem, useContractForm } from '../../../ui/form.tsx';
import { PasswordTips } from '../../../ui/password-tips.tsx';
import { toast, toastFault } from '../../../ui/toast.tsx';
import { RevokeKeys } from '../keys/revoke-keys.tsx';

interface PasswordCardProps {
  title?: string;
  /** The message when the new password and its repetition differ. */
  mismatch: string;
}

const passwordForm = (mismatch: string) =>
  z
    .object({
      currentPassword: z.string().min(1, t('settings.password.currentRequired')),
      newPassword: password,
      confirmation: z.string(),
    })
    .refine((form) => form.newPassword === form.confirmation, {
      path: ['confirmation'],
      message: mismatch,
      // Shows both faults at once, and not the second only after the first was corrected.
      when: () => true,
    });

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' };

/** Changes the password; the other sessions end with it. */
export function PasswordCard({ title = t('settings.password.title'), mismatch }: PasswordCardProps) {
  const { form, change, revokeKeys, setRevokeKeys } = useNewPassword(mismatch);
  const { errors } = form.formState;
  const least = PASSWORD_CHARACTERS[useCurrentUser().role === 'admin' ? 'leastOfAdmin' : 'least'];
  return (
    <Card title={title} description={t('settings.password.description')}>
      <Form
        className="flex max-w-md flex-col gap-4"
        onSubmit={form.handleSubmit(({ currentPassword, newPassword }) =>
          change.mutate({ currentPassword, newPassword }),
        )}
      >
        <Field label={t('settings.password.current')} error={errors.currentPassword?.message}>
          <Input {...form.register('currentPassword')} type="password" autoComplete="current-password" />
        </Field>
        <Field
          label={t('settings.password.new')}
          error={errors.newPassword?.message}
          hint={<PasswordTips password={form.watch('newPassword')} least={least} />}
        >
          <Input {...form.register('newPassword')} type="password" autoComplete="new-password" />
        </Field>
        <Field label={t('settings.password.confirm')} error={errors.confirmation?.message}>
          <Input {...form.register('confirmation')} type="password" autoComplete="new-password" />
        </Field>
        <RevokeKeys checked={revokeKeys} onChange={setRevokeKeys} />
        <Fault text={errors.root?.message} />
        <Button type="submit" busy={change.isPending} className="self-start">
          {t('settings.password.submit')}
        </Button>
      </Form>
    </Card>
  );
}

/** The form of a new password, and what changes it. */
function useNewPassword(mismatch: string) {
  const { id } = useCurrentUser();
  const form = useContractForm(passwordForm(mismatch), { defaultValues: EMPTY });
  const [revokeKeys, setRevokeKeys] = useState(false);
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      call(changePassword, { params: { id }, body: { ...body, revokeKeys } }),
    onSuccess: () => {
      form.reset(EMPTY);
      setRevokeKeys(false);
      toast(t('settings.success'), t('settings.password.saved'));
    },
    onError: (error) => {
      const wrong = error instanceof ApiError && error.problem?.code === 'wrong_password';
      if (!applyProblem(form, error)) {
        form.setError(wrong ? 'currentPassword' : 'root', { message: messageOf(error, t('settings.password.failed')) });
      }
      toastFault(t('settings.error'), failureText(error, t('settings.password.failed')));
    },
  });
  return { form, change, revokeKeys, setRevokeKeys };
}
