import { useMutation } from '@tanstack/react-query';
import { takePayment } from '../../../../../src/money/payments/admin-contract.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { call, messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { changeRow } from '../../../../lib/list-cache.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast.tsx';

/** Takes a payment in hand, so that the others see it, or leaves it to them. */
export function TakeButton({ payment: { id, taken } }: { payment: PendingPayment }) {
  const isOwn = useCurrentUser().id === taken?.by.id;
  const take = useMutation({
    mutationFn: () => call(takePayment, { params: { transactionId: id }, body: { taken: !isOwn } }),
    onSuccess: (answer) =>
      changeRow(queryKeys.pendingPayments, id, (listed) => ({ ...listed, taken: answer.taken })),
    onError: (error) =>
      toast({
        title: t('admin.error'),
        description: messageOf(error, t('admin.queue.takeFailed')),
        variant: 'destructive',
      }),
  });
  return (
    <Button variant="ghost" busy={take.isPending} aria-keyshortcuts="t" onClick={() => take.mutate()}>
      {t(isOwn ? 'admin.queue.leave' : 'admin.queue.take')}
    </Button>
  );
}
