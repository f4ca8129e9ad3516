import { useMemo } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ListPage } from './call.ts';
import type { LoadedPages } from './list-cache.ts';

const PAGE_SIZE = 100;

interface PagedListOptions<Row> {
  /** The key of all pages together. Live changes of the list go through `list-cache`. */
  queryKey: readonly unknown[];
  /** Reads the page behind the row with this id; the first page where there is none. */
  load: (page: { limit: number; before: string | undefined }) => Promise<ListPage<Row>>;
  /** While a new key is read, shows the rows of the previous key. For filters of one list. */
  keepPrevious?: boolean;
  /** How many rows a page behind the first one has. For lists that are scrolled far. */
  laterPageSize?: number;
  /** Reads the shown pages again and again, after so many milliseconds. For what no event tells of. */
  everyMs?: number;
}

/** The result of `usePagedList`. */
export type PagedList<Row extends { id: string }> = ReturnType<typeof usePagedList<Row>>;

/**
 * A list that is read page by page when more is asked for. All of its pages live in one place of the cache:
 * an event changes a row on whichever page it stands, and reading again reads as many pages as are shown.
 */
export function usePagedList<Row extends { id: string }>({
  queryKey,
  load,
  keepPrevious = false,
  laterPageSize = PAGE_SIZE,
  everyMs,
}: PagedListOptions<Row>) {
  const list = useInfiniteQuery<ListPage<Row>, Error, LoadedPages<Row>, readonly unknown[], string | undefined>({
    queryKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam }) => load({ limit: pageParam === undefined ? PAGE_SIZE : laterPageSize, before: pageParam }),
    getNextPageParam: (page) => page.next ?? undefined,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    placeholderData: keepPrevious ? keepPreviousData<LoadedPages<Row>> : undefined,
  });
  const loadMore = () => void list.fetchNextPage({ cancelRefetch: false });
  return {
    rows: useMemo(() => rowsOf(list.data), [list.data]),
    isPending: list.isPending,
    isError: list.isError,
    error: list.error,
    retry: () => (list.isFetchNextPageError ? loadMore() : void list.refetch()),
    hasMore: list.hasNextPage,
    isFetching: list.isFetching,
    isLoadingMore: list.isFetchingNextPage,
    loadMore,
  };
}

/** A row that an event put on top may come again with the page it stood on before. */
function rowsOf<Row extends { id: string }>(data: LoadedPages<Row> | undefined): Row[] {
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
