import { useQuery } from '@tanstack/react-query';
import { countPendingPayments } from '../../src/money/payments/admin-contract.ts';
import { call } from './call.ts';
import { useMay } from './use-may.ts';
import { queryKeys } from './query-keys.ts';

/** How many payments wait for an administrator, as the server counts them; undefined until it is known. */
export const usePendingCount = (): number | undefined =>
  useQuery({
    queryKey: queryKeys.pendingCount,
    queryFn: () => call(countPendingPayments),
    enabled: useMay()(countPendingPayments),
    // Where a second factor is needed first, one refusal is enough.
    retryOnMount: false,
  }).data?.count;
