import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../../src/callers/contract.ts';
import { resetSecondFactor } from '../../../../src/callers/sign-in/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Takes away the second factor of somebody who has lost it. */
export function ResetSecondFactor({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const reset = useMutation({
    mutationFn: () => call(resetSecondFactor, { params: { id: user.id } }),
    onSuccess: () => {
      setAsking(false);
      toast({ title: t('admin.users.secondFactorReset') });
      void queryClient.invalidateQueries({ queryKey: queryKeys.user(user.id) });
    },
  });
  return (
    <>
      <Button variant="secondary" size="sm" className="self-start" onClick={() => setAsking(true)}>
        {t('admin.users.resetSecondFactor')}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={t('admin.users.resetSecondFactorTitle')}
        description={t('admin.users.resetSecondFactorQuestion', { email: user.email })}
        confirmLabel={t('admin.users.resetSecondFactor')}
        busy={reset.isPending}
        onConfirm={() => reset.mutate()}
      >
        {reset.error && <Refusal error={reset.error} fallback={t('admin.users.resetSecondFactorFailed')} />}
      </ConfirmDialog>
    </>
  );
}
