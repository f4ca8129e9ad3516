import { useMutation } from '@tanstack/react-query';
import { type Hold, holdNumber, listHolds, releaseHold } from '../../../src/services/numbers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { cachedRead } from '../../lib/use-read.ts';
import { reread } from '../../lib/invalidate.ts';
import { toastFailure } from '../../ui/toast.tsx';
import { availableKey } from './available-key.ts';

/**
 * One request after another, however fast somebody clicks: each releases the number that the one before it
 * held.
 */
const scope = { id: 'number-hold' };

/** Choosing a number holds it for the customer, and releases the one that they had chosen before. */
export function useHold(country: string) {
  const holds = () => cachedRead(listHolds, {}) ?? [];
  const refresh = () => reread(queryKeys.numberHolds, availableKey(country));

  const choose = useMutation({
    scope,
    mutationFn: async (number: string) => {
      await releaseAll(holds().filter((held) => held.number !== number));
      return call(holdNumber, { body: { number, country } });
    },
    onError: (error) => toastFailure(t('numbers.purchase.holdFailed'), messageOf(error, t('numbers.purchase.failed'))),
    onSettled: refresh,
  });
  const release = useMutation({ scope, mutationFn: () => releaseAll(holds()), onSettled: refresh });
  return { choose, release, refresh };
}

/** A hold that has run out in the meantime counts as given back. */
async function releaseAll(holds: readonly Hold[]): Promise<void> {
  await Promise.allSettled(holds.map(({ number }) => call(releaseHold, { params: { number } })));
}
