import { QueryClient } from '@tanstack/react-query';
import { getJson } from './call.ts';

/**
 * The cache of what the server said. A query's key is its path's segments, `['api', 'users', id, 'sms']`,
 * and reads that path. Data never becomes stale by time: the live connection is what changes it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => getJson(`/${queryKey.join('/')}`, signal),
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      retry: false,
      networkMode: 'always',
    },
    // Without a connection an action fails at once. It does not wait to be done later, unasked.
    mutations: { retry: false, networkMode: 'always' },
  },
});
