import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import { getUser } from '../../../src/accounts/profile/contract.ts';
import { listHolds, purchaseNumber } from '../../../src/services/numbers/contract.ts';
import { ApiError, call, failureText } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { isPriceChanged, showPricesAgain } from '../../lib/price-changed.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { addNewest, removeRows } from '../../lib/list-cache.ts';
import { changeKnown } from '../../lib/query-client.ts';
import { changeRead, queryKeys } from '../../lib/reads.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { availableKey } from './available-key.ts';
import { formatPounds } from '../../ui/values.tsx';

const REDIRECT_MS = 2000;

/**
 * Buying a number: first the balance is read again, then the customer confirms, then it is bought.
 * @param price pounds, as shown; null while it is not known
 */
export function usePurchase({ country, price }: { country: string; price: string | null }) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const keys = useIdempotencyKey<BodyInputOf<typeof purchaseNumber>>();

  const check = useMutation({
    mutationFn: () => call(getUser, { params: { id } }),
    onSuccess: ({ credits }) => {
      useSession.getState().updateCredits(credits);
      if (price !== null && comparePounds(credits, price) < 0) sendToBilling(price, credits);
      else setConfirming(true);
    },
    onError: (error) =>
      toastFailure(t('numbers.purchase.balanceFailedTitle'), failureText(error, t('numbers.purchase.balanceFailed'))),
  });

  const buy = useMutation({
    mutationFn: ({ number, autoRenew }: { number: string; autoRenew: boolean }) =>
      // Confirmed again after its price has changed it is the same purchase.
      call(purchaseNumber, { params: { id }, ...keys.requestOf(number, { number, country, price, autoRenew }) }),
    onSuccess: (bought) => {
      const { number } = bought;
      keys.renew();
      // At once, before the lists are read again: the sold number must not be there to be chosen.
      removeRows(queryKeys.numbers(id), bought.id);
      addNewest(queryKeys.numbers(id), bought);
      changeRead(listHolds, {}, (holds) => holds.filter((held) => held.number !== number));
      changeKnown(availableKey(country), (free) => free.filter((other) => other !== number));
      toast(t('numbers.purchase.bought'), t('numbers.purchase.boughtText', { number }));
    },
    onError: (error) => {
      keys.renewIfRefused(error);
      if (isPriceChanged(error)) showPricesAgain(id);
      if (price !== null && error instanceof ApiError && error.problem?.code === 'insufficient_credits') {
        sendToBilling(price, useSession.getState().user?.credits ?? '0.00');
        return;
      }
      toastFailure(t('numbers.purchase.failedTitle'), failureText(error, t('numbers.purchase.failed')));
    },
    onSettled: async () => {
      setConfirming(false);
      await Promise.all(
        [
          { queryKey: queryKeys.numbers(id) },
          // The list alone: the papers of a hold that is over are not found.
          { queryKey: queryKeys.numberHolds, exact: true },
          { queryKey: availableKey(country) },
        ].map((which) => queryClient.invalidateQueries(which)),
      );
    },
  });

  return { check, buy, confirming, cancel: () => setConfirming(false) };
}

/** The page is loaded again, so that Billing starts from what the server says. */
function sendToBilling(price: string, balance: string): void {
  toastFailure(
    t('numbers.purchase.insufficientTitle'),
    t('numbers.purchase.insufficient', { price: formatPounds(price), balance: formatPounds(balance) }),
  );
  setTimeout(() => window.location.assign('/billing'), REDIRECT_MS);
}
