import { useMutation } from '@tanstack/react-query';
import { useNavigate } from './router.ts';
import { useCurrentUser } from '../state/session.ts';
import { toastFailure, toastOnce } from '../ui/toast.tsx';
import { t } from './i18n.ts';
import { queryKeys, reread } from './reads.ts';

/** How long the toast is shown before the payment page opens. */
const REDIRECT_MILLISECONDS = 1000;

interface Order<Wanted> {
  /** Places the order. The same key gives the same order again. */
  place: (wanted: Wanted) => Promise<unknown>;
  /** The message if it fails. */
  failed: (error: unknown) => string;
}

/** Places an order, says so, and goes on to Billing, where it is paid. */
export function useOrder<Wanted>({ place, failed }: Order<Wanted>) {
  const { id } = useCurrentUser();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: place,
    onSuccess: () => {
      void reread(queryKeys.orders(id), queryKeys.trunks(id), queryKeys.transactions(id));
      toastOnce(t('billing.orders.placed'), t('billing.orders.placedHint'));
      setTimeout(() => void navigate({ to: '/billing' }), REDIRECT_MILLISECONDS);
    },
    onError: (error) => toastFailure(t('billing.orders.placeFailed'), failed(error)),
  });
}
