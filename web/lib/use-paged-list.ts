import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';

/** As many as the server sends when it is not told. */
const PAGE_SIZE = 100;

interface PagedListOptions<Row> {
  /** The key of the first page, which the live connection keeps up to date. */
  queryKey: readonly unknown[];
  /** Reads the page that follows the row with this id; the first page where there is none. */
  load: (page: { limit: number; before: string | undefined }) => Promise<Row[]>;
  /** Shows the rows of the key before while those of a new one are read: for filters of one list. */
  keepPrevious?: boolean;
}

/** What `usePagedList` gives. */
export type PagedList<Row extends { id: string }> = ReturnType<typeof usePagedList<Row>>;

/**
 * A list that is newest first: its first page live from the cache, older pages when they are asked for.
 */
export function usePagedList<Row extends { id: string }>({
  queryKey,
  load,
  keepPrevious = false,
}: PagedListOptions<Row>) {
  const queryClient = useQueryClient();
  const first = useQuery({
    queryKey,
    queryFn: () => load({ limit: PAGE_SIZE, before: undefined }),
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  });
  const olderKey = [...queryKey, 'older'];
  const older = useInfiniteQuery({
    queryKey: olderKey,
    enabled: false,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => load({ limit: PAGE_SIZE, before: pageParam }),
    getNextPageParam: (page: Row[]) => (page.length === PAGE_SIZE ? page.at(-1)?.id : undefined),
  });

  const loadMore = () => {
    // The older pages start with the first one as it is now, so that no row falls between the two
    // when new ones push it out of the live page.
    if (!older.data && first.data) {
      queryClient.setQueryData<InfiniteData<Row[], string | undefined>>(olderKey, {
        pages: [first.data],
        pageParams: [undefined],
      });
    }
    void older.fetchNextPage();
  };

  const live = first.data ?? [];
  const liveIds = new Set(live.map((row) => row.id));
  const rest = older.data?.pages.flat().filter((row) => !liveIds.has(row.id)) ?? [];
  return {
    rows: [...live, ...rest],
    isPending: first.isPending,
    isError: first.isError,
    retry: () => void first.refetch(),
    hasMore: older.data ? older.hasNextPage : live.length >= PAGE_SIZE,
    isLoadingMore: older.isFetching,
    loadMore,
  };
}
