import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activateCustomer, type Customer, suspendCustomer } from '../../../src/resale/customers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { customerKeys } from './keys.ts';

/** Asks before a customer is suspended or activated. */
export function StatusDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const action = customer.status === 'active' ? 'suspend' : 'activate';
  const change = useMutation({
    mutationFn: () =>
      call(action === 'suspend' ? suspendCustomer : activateCustomer, {
        params: { id, customerId: customer.id },
      }),
    onSuccess: () => {
      toast({ title: t(`customers.${action}.done`), description: customer.email });
      void queryClient.invalidateQueries({ queryKey: customerKeys.list(id) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      danger={action === 'suspend'}
      title={t(`customers.${action}.title`)}
      description={t(`customers.${action}.question`, { name: customer.fullName })}
      confirmLabel={t(`customers.${action}.open`)}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    >
      {change.error && (
        <Notice tone="danger" alert>
          {messageOf(change.error, t('customers.failed'))}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
