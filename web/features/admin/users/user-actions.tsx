import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateUser } from '../../../../src/accounts/profile/contract.ts';
import { closeForOwner, sendAccountLink, setSeesCustomers } from '../../../../src/admin/accounts/contract.ts';
import { type User, viewAccount } from '../../../../src/callers/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { LinkButtons, ViewButton } from '../../../ui/account-buttons.tsx';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { SmallButton } from '../../../ui/button.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { formatPounds } from '../../../ui/values.tsx';
import { Only } from '../../../ui/only.tsx';
import { toastRefusal } from '../../../ui/refusal.tsx';

/** The actions of an administrator for the owner of an account: changes the profile, mails links, sees it, closes it. */
export function UserActions({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const queryClient = useQueryClient();
  const seeing = useMutation({
    mutationFn: () => call(setSeesCustomers, { params: { id: user.id }, body: { allowed: !user.seesCustomers } }),
    onSuccess: (changed) => queryClient.setQueryData(queryKeys.user(user.id), changed),
    onError: (error) => toastRefusal(error, t('admin.account.failed')),
  });
  const isOthers = user.role !== 'admin';
  if (user.isClosed) return null;
  return (
    <>
      {isOthers && user.status === 'active' && (
        <Only may={viewAccount}>
          <ViewButton view={() => call(viewAccount, { params: { id: user.id } })} />
        </Only>
      )}
      {isOthers && (
        <Only may={updateUser}>
          <SmallButton onClick={() => setEditing(true)}>{t('admin.account.edit')}</SmallButton>
        </Only>
      )}
      <Only may={sendAccountLink}>
        <LinkButtons send={(body) => call(sendAccountLink, { params: { id: user.id }, body })} />
      </Only>
      {user.role === 'reseller' && (
        <Only may={setSeesCustomers}>
          <SmallButton busy={seeing.isPending} onClick={() => seeing.mutate()}>
            {t(user.seesCustomers ? 'admin.account.seesNoCustomers' : 'admin.account.seesCustomers')}
          </SmallButton>
        </Only>
      )}
      {isOthers && (
        <Only may={closeForOwner}>
          <CloseButton user={user} />
        </Only>
      )}
      {editing && <EditDialog user={user} onClose={() => setEditing(false)} />}
    </>
  );
}

function useShowChanged(user: User) {
  const queryClient = useQueryClient();
  return (changed: User) => {
    queryClient.setQueryData(queryKeys.user(user.id), changed);
    void reread(queryKeys.adminUsers, queryKeys.adminActivity);
  };
}

/** The name and the address of an account; another address holds once it is confirmed there. */
function EditDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const show = useShowChanged(user);
  const form = useContractForm(bodyOf(updateUser), {
    defaultValues: { fullName: user.fullName, email: user.pendingEmail ?? user.email, company: user.company },
  });
  const save = useFormCall(form, {
    send: (body) => call(updateUser, { params: { id: user.id }, body }),
    onSent: (changed) => {
      onClose();
      show(changed);
    },
    failed: t('admin.account.editFailed'),
  });
  return (
    <FormDialog
      {...save}
      onClose={onClose}
      title={t('admin.account.edit')}
      description={t('admin.account.editText')}
      submitLabel={t('admin.notes.save')}
    >
      <FormInput form={form} name="fullName" label={t('admin.addUser.fullName')} data-autofocus />
      <FormInput form={form} name="email" label={t('admin.addUser.email')} type="email" />
      <FormInput form={form} name="company" label={t('admin.addUser.company')} />
    </FormDialog>
  );
}

/** Closes an account as its owner asked, with the balance that they give up. */
function CloseButton({ user }: { user: User }) {
  const close = useMutation({
    mutationFn: () => call(closeForOwner, { params: { id: user.id }, body: { givesUp: user.credits } }),
    onSuccess: useShowChanged(user),
  });
  return (
    <AskFirst
      danger
      label={t('admin.account.close')}
      title={t('admin.account.close')}
      description={t('admin.account.closeText', { email: user.email, balance: formatPounds(user.credits) })}
      action={close}
      failed={t('admin.account.closeFailed')}
    />
  );
}
