import { countPendingPayments } from '../../src/money/payments/admin-contract.ts';
import { useMay } from './use-may.ts';
import { useRead } from './reads.ts';

/** How many payments wait for an administrator, as the server counts them; undefined until it is known. */
export const usePendingCount = (): number | undefined =>
  // Where a second factor is needed first, one refusal is enough.
  useRead(countPendingPayments, {}, { enabled: useMay()(countPendingPayments), retryOnMount: false }).data?.count;
