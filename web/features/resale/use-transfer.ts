import { useMutation } from '@tanstack/react-query';
import { type Customer, transferCredit } from '../../../src/resale/customers/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { reread } from '../../lib/invalidate.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { toast } from '../../ui/toast.tsx';
import { customerKeys } from './keys.ts';

export interface Transfer {
  customer: Customer;
  direction: 'to_customer' | 'from_customer';
}

/** Moves an amount of credit between a reseller and a customer, once however often it is tried. */
export function useTransfer(
  { customer, direction }: Transfer,
  { onMoved, onFailed }: { onMoved: () => void; onFailed: (error: Error) => void },
) {
  const { id } = useCurrentUser();
  const keys = useIdempotencyKey();
  return useMutation({
    mutationFn: (amount: string) =>
      call(transferCredit, {
        params: { id, customerId: customer.id },
        idempotencyKey: keys.keyOf(amount),
        body: { amount, direction },
      }),
    onSuccess: (answer) => {
      useSession.getState().updateCredits(answer.credits);
      toast(t(`customers.transfer.${direction}.done`), customer.fullName);
      void reread(customerKeys.list(id), queryKeys.transactions(id));
      onMoved();
    },
    onError: onFailed,
  });
}
