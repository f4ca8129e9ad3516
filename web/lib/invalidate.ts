import type { Query, QueryFilters } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Reads these again: at once if they are on the screen, otherwise when they are next shown. A first read that
 * is running is repeated when it has finished, because the server may have read before the change; the query
 * client would keep the old result.
 */
export function invalidate(filters: QueryFilters): void {
  const first = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  void queryClient.invalidateQueries(filters);
  for (const query of first) if (query.state.data === undefined) void readOnceMore(query);
}

async function readOnceMore(query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
