import { useMutation } from '@tanstack/react-query';
import { cancelOrder, listOrders, payOrder, type Transaction } from '../../../src/money/payments/contract.ts';
import { ApiError, call, messageOf } from '../../lib/call.ts';
import { descriptionText } from '../../lib/wording-text.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { changeRead } from '../../lib/use-read.ts';
import { reread } from '../../lib/invalidate.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { toast } from '../../ui/toast.tsx';

/** Paying an order from the balance and cancelling it, with why the server refused. */
export function useOrderActions(order: Transaction, onDone: () => void) {
  const { id } = useCurrentUser();
  const params = { id, transactionId: order.id };
  const done = async () => {
    onDone();
    // The granted goods show everywhere at once: balance, role and packages.
    await useSession.getState().refresh();
    const changed = [
      queryKeys.orders(id),
      queryKeys.transactions(id),
      queryKeys.stats(id),
      queryKeys.trunks(id),
      queryKeys.reseller(id),
    ];
    await reread(...changed);
  };
  const pay = useMutation({
    // The order itself is the key: it can be paid once.
    mutationFn: () => call(payOrder, { params, idempotencyKey: order.id, body: { price: order.amount } }),
    onSuccess: () => {
      toast(t('billing.orders.paid'), t('billing.orders.paidText', { what: descriptionText(order) }));
      return done();
    },
    onError: (error) => {
      const price = error instanceof ApiError && error.problem?.price;
      if (!price) return;
      // The dialog stays open, shows what it costs now and asks again.
      changeRead(listOrders, { id }, (orders) =>
        orders.map((each) => (each.id === order.id ? { ...each, amount: price } : each)),
      );
    },
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelOrder, { params }),
    onSuccess: () => {
      toast(t('billing.orders.cancelled'), t('billing.orders.cancelledText', { what: descriptionText(order) }));
      return done();
    },
  });
  return {
    pay: { ...pay, refusal: pay.error && messageOf(pay.error, t('billing.orders.payFailed')) },
    cancel: { ...cancel, refusal: cancel.error && messageOf(cancel.error, t('billing.orders.cancelFailed')) },
  };
}
