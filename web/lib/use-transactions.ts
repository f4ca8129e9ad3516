import { listTransactions } from '../../src/money/payments/contract.ts';
import { callPage } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { usePagedList } from './use-paged-list.ts';

/** Somebody's transactions, newest first, each call as one, kept up to date by the live connection. */
export const useTransactions = (userId: string) =>
  usePagedList({
    queryKey: queryKeys.transactions(userId),
    load: (query) => callPage(listTransactions, { params: { id: userId }, query: { ...query, calls: 'settled' } }),
  });
