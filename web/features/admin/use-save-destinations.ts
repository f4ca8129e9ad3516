import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { getLimits, openDestinations, setCallsAtOnce } from '../../../src/accounts/limits/contract.ts';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toast.tsx';

interface Wanted {
  calls: BodyInputOf<typeof setCallsAtOnce>;
  destinations: BodyInputOf<typeof openDestinations>;
}

/** The errors of the fields, before anything is sent. */
export const faultsOf = ({ calls, destinations }: Wanted): Partial<Record<'calls' | 'reason', string>> => ({
  calls: firstFault(bodyOf(setCallsAtOnce), calls),
  reason: firstFault(bodyOf(openDestinations), destinations),
});

const firstFault = (schema: z.ZodType, body: unknown) => schema.safeParse(body).error?.issues[0]?.message;

/** Saves how many calls an account may have at a time, and the destinations that are open to it. */
export function useSaveDestinations(userId: string, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ calls, destinations }: Wanted) => {
      const params = { id: userId };
      // One of them may wait for another administrator while the other does not.
      const [first, second] = await Promise.allSettled([
        call(setCallsAtOnce, { params, body: calls }),
        call(openDestinations, { params, body: destinations }),
      ]);
      if (first.status === 'rejected') throw first.reason;
      if (second.status === 'rejected') throw second.reason;
      return call(getLimits, { params });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.limits(userId), saved);
      toast({ title: t('admin.destinations.done') });
      onSaved();
    },
  });
}
