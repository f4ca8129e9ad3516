import { listConversations } from '../../../src/services/inbox/contract.ts';
import { callPage } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';

/** Conversations, the one with the newest message first, kept up to date by the live connection. */
export const useConversations = (userId: string, search: string) =>
  usePagedList({
    queryKey: [...queryKeys.conversations(userId), 'list', search],
    load: (query) => callPage(listConversations, { params: { id: userId }, query: { ...query, search } }),
    keepPrevious: true,
    laterPageSize: 1000,
  });
