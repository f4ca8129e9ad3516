import { type ReactNode, useEffect, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PagedList } from '../lib/use-paged-list.ts';

/** So many rows before the last one that is there, the next page is asked for. */
const AHEAD = 50;
/** Rows that are drawn beyond the edge, so that the Tab key finds the next one. */
const OVERSCAN = 8;

interface ScrollListProps<Row extends { id: string }> {
  /** The name of the list; read aloud. */
  label: string;
  list: Pick<PagedList<Row>, 'rows' | 'hasMore' | 'isFetching' | 'isError' | 'loadMore'>;
  /** About how high a row is, in pixels; each is measured once it is drawn. */
  rowHeight: number;
  /** The index of a row that is brought into view; -1: none. */
  shown?: number;
  /** The part that scrolls has it; it needs a largest height. */
  className: string;
  children: (row: Row) => ReactNode;
}

/** A list that scrolls in a part of the page: it draws only the rows in view, and asks for more before its end. */
export function ScrollList<Row extends { id: string }>({
  label,
  list: { rows, hasMore, isFetching, isError, loadMore },
  rowHeight,
  shown = -1,
  className,
  children,
}: ScrollListProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  // No component here is memoized, so the library's changing functions are never out of date.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    // In a hidden list no row has a height; it would come back empty.
    measureElement: (row) => row.getBoundingClientRect().height || rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  // While the list is read again, a wish for more would be lost.
  const wantsMore = hasMore && !isFetching && !isError && last >= rows.length - AHEAD;
  useEffect(() => {
    if (wantsMore) loadMore();
  }, [wantsMore, loadMore]);
  useEffect(() => {
    if (shown >= 0) virtualizer.scrollToIndex(shown, { align: 'auto' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a scrolled list stays where it is until another row is shown
  }, [shown]);
  return (
    <div ref={frame} className={className}>
      <ul aria-label={label} className="relative" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {items.map(({ key, index, start }) => {
          const row = rows[index];
          return (
            row && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={hasMore ? -1 : rows.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 border-t border-line first:border-t-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                {children(row)}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
