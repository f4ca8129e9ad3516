import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from './call.ts';
import { invalidateSoon } from './reads.ts';
import { queryClient } from './query-client.ts';
import type { ListKey } from './typed-keys.ts';

/** A list in the cache: the pages read so far. */
export type LoadedPages<Row> = InfiniteData<ListPage<Row>, string | undefined>;

interface Identified {
  id: string;
}

/** Tells whether a row is among those that have been read. */
export const isListed = (queryKey: readonly unknown[], id: string): boolean =>
  queryClient
    .getQueryData<LoadedPages<Identified>>(queryKey)
    ?.pages.some((page) => page.rows.some((row) => row.id === id)) ?? false;

/** Changes one row, on whichever page it stands. */
export function changeRow<Row extends Identified>(
  queryKey: ListKey<Row>,
  id: string,
  change: (row: NoInfer<Row>) => NoInfer<Row>,
): void {
  changePages<Row>(queryKey, (rows) => rows.map((row) => (row.id === id ? change(row) : row)));
}

/** Removes rows. The start of the next page does not change. */
export function removeRows(queryKey: readonly unknown[], ...ids: readonly (string | null)[]): void {
  changePages<Identified>(queryKey, (rows) => rows.filter(({ id }) => !ids.includes(id)));
}

/** Puts a row in front of a list that is newest first, unless it is there already. */
export function addNewest<Row extends Identified>(queryKey: ListKey<Row>, row: NoInfer<Row>): void {
  addRow(queryKey, row, (pages) => pages.map((page, at) => (at === 0 ? withRows(page, [row, ...page.rows]) : page)));
}

/**
 * Puts a row at the end of a list that is oldest first. Where the end has not been read yet, the row comes
 * when it is read.
 */
export function addLatest<Row extends Identified>(queryKey: ListKey<Row>, row: NoInfer<Row>): void {
  addRow(queryKey, row, (pages) =>
    pages.map((page, at) =>
      at === pages.length - 1 && page.next === null ? withRows(page, [...page.rows, row]) : page,
    ),
  );
}

const withRows = <Row>(page: ListPage<Row>, rows: Row[]): ListPage<Row> => ({ ...page, rows });

function addRow<Row extends Identified>(
  queryKey: readonly unknown[],
  { id }: Row,
  add: (pages: ListPage<Row>[]) => ListPage<Row>[],
): void {
  rereadIfUnderWay(queryKey);
  queryClient.setQueryData<LoadedPages<Row>>(queryKey, (data) => {
    if (!data || data.pages.some((page) => page.rows.some((row) => row.id === id))) return data;
    return { ...data, pages: add(data.pages) };
  });
}

/** A read that is still running may have begun before the change, and would overwrite it. */
function rereadIfUnderWay(queryKey: readonly unknown[]): void {
  if (queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching') invalidateSoon(queryKey.map(String));
}

function changePages<Row>(queryKey: readonly unknown[], change: (rows: Row[]) => Row[]): void {
  rereadIfUnderWay(queryKey);
  queryClient.setQueryData<LoadedPages<Row>>(
    queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => withRows(page, change(page.rows))) },
  );
}
