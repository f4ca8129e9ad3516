import { useEffect, useMemo } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Endpoint, ParamsOf, QueryInputOf } from '../../src/platform/kit/endpoint.ts';
import { type ListPage, readPage, type RowOf } from './call.ts';
import type { LoadedPages } from './list-cache.ts';
import { keyOf } from './reads.ts';

const PAGE_SIZE = 100;

/** A row has an id; a recipient of a message has that of its message to this number. */
export type Listed = { id: string } | { messageId: string };
export const idOf = (row: Listed): string => ('id' in row ? row.id : row.messageId);

const isEmpty = (query: object = {}): boolean => Object.keys(query).length === 0;

interface PagedListOptions<Params = Record<string, unknown>, Query = Record<string, unknown>> {
  params?: Params;
  /** Says which rows are wanted. While others are read, the list shows those that it had. */
  query?: Query;
  /** A key of its own. Without one it is the path's; if the query is not empty, one below it, behind `list`. */
  queryKey?: readonly unknown[];
  /** How many rows a page behind the first one has. For lists that are scrolled far. */
  laterPageSize?: number;
  /** Reads the pages again where they are shown, and after so many milliseconds. For what no event tells of. */
  everyMs?: number;
}

/** The result of `usePagedList`. */
export interface PagedList<Row extends Listed> {
  rows: Row[];
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  isFetching: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

/**
 * A list that is read page by page when more is asked for. All of its pages live in one place of the cache:
 * an event changes a row on whichever page it stands, and reading again reads as many pages as are shown.
 * Live changes of the list go through `list-cache`.
 */
export const usePagedList = <E extends Pick<Endpoint, 'path' | 'method'>>(
  endpoint: E,
  options: PagedListOptions<ParamsOf<E>, Partial<QueryInputOf<E>>> = {},
) => usePagedRows<Extract<RowOf<E>, Listed>>(endpoint, options);

function usePagedRows<Row extends Listed>(
  endpoint: Pick<Endpoint, 'path' | 'method'>,
  {
    params = {},
    query,
    queryKey = [...keyOf(endpoint, params), ...(isEmpty(query) ? [] : ['list', query])],
    laterPageSize = PAGE_SIZE,
    everyMs,
  }: PagedListOptions,
): PagedList<Row> {
  const list = useInfiniteQuery<ListPage<Row>, Error, LoadedPages<Row>, readonly unknown[], string | undefined>({
    queryKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam: before }) =>
      readPage(endpoint, {
        params,
        query: { ...query, limit: before === undefined ? PAGE_SIZE : laterPageSize, before },
      }),
    getNextPageParam: (page) => page.next ?? undefined,
    ...(everyMs !== undefined && { refetchInterval: everyMs, refetchOnMount: 'always' as const }),
    placeholderData: query && keepPreviousData,
  });
  const loadMore = () => void list.fetchNextPage({ cancelRefetch: false });
  // A row that an event put on top may come again with the page it stood on before.
  const rows = useMemo(
    () => [...new Map(list.data?.pages.flatMap((page) => page.rows.map((row) => [idOf(row), row]))).values()],
    [list.data],
  );
  // A search looks through so much for each page that it may find nothing yet.
  const isLooking = rows.length === 0 && list.hasNextPage && !list.isError;
  useEffect(() => {
    if (isLooking && !list.isFetching) loadMore();
  });
  return {
    rows,
    isPending: list.isPending || isLooking,
    isError: list.isError,
    error: list.error,
    retry: () => (list.isFetchNextPageError ? loadMore() : void list.refetch()),
    hasMore: list.hasNextPage,
    isFetching: list.isFetching,
    isLoadingMore: list.isFetchingNextPage,
    loadMore,
  };
}
