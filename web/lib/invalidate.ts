import type { Query, QueryFilters } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Reads these again: at once if they are on the screen, otherwise when they are next shown. A first read that
 * is running is repeated when it has finished, because the server may have read before the change; the query
 * client would keep the old result.
 */
export async function invalidate(filters: QueryFilters): Promise<void> {
  const first = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const all = queryClient.invalidateQueries(filters);
  for (const query of first) if (query.state.data === undefined) void readOnceMore(query);
  await all;
}

/** Invalidates all whose keys begin with one of these. @returns when all on the screen are read */
export async function reread(...queryKeys: (readonly unknown[])[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => invalidate({ queryKey })));
}

/** After a change in a dialog: it closes, and what was changed is read again. */
export const closeAndReread =
  (onClose: () => void, ...queryKeys: (readonly unknown[])[]) =>
  (): void => {
    onClose();
    void reread(...queryKeys);
  };

async function readOnceMore(query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
