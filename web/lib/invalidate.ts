import type { Query, QueryFilters } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Reads these again: at once where they are on the screen, otherwise when they are next shown. What is being
 * read for the first time is read once more when it has come, because the server may have read it before the
 * change; the query client would take that first reading for the new one.
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
