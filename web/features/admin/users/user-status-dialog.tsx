import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../../src/callers/contract.ts';
import { activateUser, MAX_SUSPEND_REASON, suspendUser } from '../../../../src/admin/contract.ts';
import { call, failureText } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Refusal, waitsForSecond } from '../../../ui/refusal.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';

/** Asks before an account is suspended or activated. */
export function UserStatusDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const action = user.status === 'active' ? 'suspend' : 'activate';
  const change = useMutation({
    mutationFn: () =>
      action === 'suspend'
        ? call(suspendUser, { params: { id: user.id }, body: reason.trim() ? { reason } : {} })
        : call(activateUser, { params: { id: user.id } }),
    onSuccess: (changed) => {
      onClose();
      queryClient.setQueryData(queryKeys.user(user.id), changed);
      toast(t(`admin.users.${action}Done`));
      void reread(queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
    },
    onError: (error) => {
      if (waitsForSecond(error)) return;
      toastFailure(t('admin.error'), failureText(error, t(`admin.users.${action}Failed`)));
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      danger={action === 'suspend'}
      title={t(`admin.users.${action}Title`)}
      description={t(`admin.users.${action}Question`, { email: user.email })}
      confirmLabel={t(`admin.users.${action}`)}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    >
      {action === 'suspend' && (
        <Field label={t('admin.users.suspendReason')} hint={t('admin.users.suspendReasonHint')}>
          <Input value={reason} maxLength={MAX_SUSPEND_REASON} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
      {change.error && <Refusal error={change.error} fallback={t(`admin.users.${action}Failed`)} />}
    </ConfirmDialog>
  );
}
