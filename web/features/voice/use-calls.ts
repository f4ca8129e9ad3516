import { listCalls } from '../../../src/services/voice/contract.ts';
import { callPage } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';

/** Somebody's calls, newest first, kept up to date by the live connection. */
export const useCalls = (userId: string) =>
  usePagedList({
    queryKey: queryKeys.calls(userId),
    load: (query) => callPage(listCalls, { params: { id: userId }, query }),
  });
