import { isCancelledError, QueryClient } from '@tanstack/react-query';
import { getJson } from './call.ts';
import type { ReadKey } from './typed-keys.ts';

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
      retry: false,
      networkMode: 'always',
    },
    // Without a connection an action fails at once. It must not run later, when the person no longer expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Reads again what a key reads; null where the cache was emptied meanwhile. @throws where it cannot be read */
export const readAnew = <Data>(queryKey: ReadKey<Data>): Promise<Data | null> =>
  queryClient.fetchQuery<Data>({ queryKey, staleTime: 0 }).catch((error: unknown) => {
    if (isCancelledError(error)) return null;
    throw error;
  });

/** Changes the cached data of a key. Does nothing if the key has not been read yet. */
export function changeKnown<Data>(queryKey: ReadKey<Data>, change: (data: NoInfer<Data>) => NoInfer<Data>): void {
  queryClient.setQueryData<Data>(queryKey, (data) => data && change(data));
}
