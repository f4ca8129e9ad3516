import { useState } from 'react';
import { createUser } from '../../../../src/admin/contract.ts';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { bodyOf, call, failureText } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { PasswordOnce } from '../../../ui/password-once.tsx';
import { toast, toastFault } from '../../../ui/toast.tsx';
import { DutyOptions } from './duty-field.tsx';
import { ROLES } from './user-filters.ts';

interface AddUserDialogProps {
  open: boolean;
  onClose: () => void;
}

type Created = ResponseOf<typeof createUser>;

/** Creates an account for somebody; a password that the server made is shown this once, but never an administrator's. */
export function AddUserDialog({ open, onClose }: AddUserDialogProps) {
  const [created, setCreated] = useState<Created | null>(null);
  const close = () => {
    setCreated(null);
    onClose();
  };
  return created?.password ? (
    <PasswordOnce
      title={t('admin.addUser.madeTitle')}
      description={t('admin.addUser.madeHint', { email: created.email })}
      password={created.password}
      onClose={close}
    />
  ) : (
    <AddUserForm open={open} onClose={close} onCreated={(user) => (user.password ? setCreated(user) : close())} />
  );
}

function AddUserForm({ open, onClose, onCreated }: AddUserDialogProps & { onCreated: (user: Created) => void }) {
  const { form, create } = useAddUser(onCreated);
  const { errors } = form.formState;
  const isAdmin = form.watch('role') === 'admin';
  return (
    <FormDialog
      {...create}
      open={open}
      onClose={onClose}
      title={t('admin.addUser.title')}
      description={t(isAdmin ? 'admin.addUser.adminHint' : 'admin.addUser.description')}
      submitLabel={t('admin.addUser.submit')}
    >
      <FormInput form={form} name="email" label={t('admin.addUser.email')} type="email" data-autofocus />
      <FormInput form={form} name="fullName" label={t('admin.addUser.fullName')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('admin.addUser.role')} error={errors.role?.message}>
          <Select {...form.register('role')}>
            <Options of={ROLES} name={(role) => t(`admin.users.role.${role}`)} />
          </Select>
        </Field>
        <FormInput form={form} name="company" label={t('admin.addUser.company')} />
      </div>
      {isAdmin && (
        <Field label={t('admin.users.dutyLabel')} error={errors.duty?.message}>
          <Select {...form.register('duty', { setValueAs: (chosen: string) => chosen || null })}>
            <DutyOptions />
          </Select>
        </Field>
      )}
      {!isAdmin && (
        <Field
          label={t('admin.addUser.password')}
          hint={t('admin.addUser.passwordHint')}
          error={errors.password?.message}
        >
          <Input
            {...form.register('password', { setValueAs: (typed: string) => typed || undefined })}
            type="text"
            className="font-mono"
          />
        </Field>
      )}
    </FormDialog>
  );
}

/** The form of a new account, and what creates it. */
function useAddUser(onCreated: (user: Created) => void) {
  const form = useContractForm(bodyOf(createUser), {
    defaultValues: { email: '', fullName: '', role: 'user', company: '', password: undefined, duty: null },
  });
  const create = useFormCall(form, {
    send: (body) =>
      call(createUser, { body: body.role === 'admin' ? { ...body, password: undefined } : { ...body, duty: null } }),
    onSent: (user) => {
      form.reset();
      toast(t('admin.addUser.created'), user.email);
      void reread(queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
      onCreated(user);
    },
    failed: t('admin.addUser.failed'),
    onFailed: (error) => toastFault(t('admin.error'), failureText(error, t('admin.addUser.failed'))),
  });
  return { form, create };
}
