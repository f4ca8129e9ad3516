import { listTransactions } from '../../src/money/payments/contract.ts';
import { queryKeys } from './reads.ts';
import { usePagedList } from './use-paged-list.ts';

/** Somebody's transactions, newest first, each call as one, kept up to date by the live connection. */
export const useTransactions = (userId: string) =>
  usePagedList(listTransactions, {
    params: { id: userId },
    query: { calls: 'settled' },
    queryKey: queryKeys.transactions(userId),
  });
