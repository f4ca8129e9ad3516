import { type CallStatus, listCalls } from '../../../src/services/voice/contract.ts';
import { callPage } from '../../lib/call.ts';
import type { filterQuery } from '../../lib/list-filters.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';

/** Somebody's calls, newest first, kept up to date by the live connection; all of them, or those that are wanted. */
export const useCalls = (userId: string, wanted: ReturnType<typeof filterQuery<CallStatus>> = {}) =>
  usePagedList({
    queryKey:
      Object.keys(wanted).length === 0 ? queryKeys.calls(userId) : [...queryKeys.calls(userId), 'search', wanted],
    load: (query) => callPage(listCalls, { params: { id: userId }, query: { ...query, ...wanted } }),
    keepPrevious: true,
  });
