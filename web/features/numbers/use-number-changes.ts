import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type DidNumber, renewNumber, updateNumber } from '../../../src/services/numbers/contract.ts';
import { call, messageOf, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { changeRow } from '../../lib/list-cache.ts';
import { isPriceChanged } from '../../lib/price-changed.ts';
import { changeKnown } from '../../lib/query-client.ts';
import { invalidateSoon, queryKeys } from '../../lib/reads.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';

/**
 * The actions on a number that somebody has bought.
 * @returns `show` puts a changed number into the list and onto its page
 */
export function useNumberChanges({ id, userId, number, renewalPrice }: DidNumber) {
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const reread = () => invalidateSoon(queryKeys.numbers(userId), queryKeys.allNumberDetails(userId));
  const show = (changed: DidNumber) => {
    changeRow(queryKeys.numbers(userId), changed.id, () => changed);
    changeKnown(queryKeys.numberDetails(userId, changed.id), (details) => ({ ...details, ...changed }));
    // An event may have told of a newer state before this answer came.
    reread();
  };
  const renew = useMutation({
    mutationFn: () =>
      call(renewNumber, { params: { id: userId, numberId: id }, body: { price: renewalPrice }, idempotencyKey }),
    onSuccess: (renewed) => {
      show(renewed);
      setIdempotencyKey(newIdempotencyKey());
      toast(t('numbers.mine.renewed'), number);
    },
    onError: (error) => {
      if (isPriceChanged(error)) reread();
      toastFailure(t('numbers.mine.renewFailed'), messageOf(error, number));
    },
  });
  const change = useMutation({
    mutationFn: (body: { autoRenew: boolean } | { mailMessages: boolean }) =>
      call(updateNumber, { params: { id: userId, numberId: id }, body }),
    onSuccess: show,
    onError: (error) => toastFailure(t('numbers.receive.mailsFailed'), messageOf(error, number)),
  });
  return { renew, change, shown: change.isPending ? change.variables : {}, show };
}
