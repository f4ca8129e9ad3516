import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';

interface VirtualListProps<Row> {
  /** The name of the list; read aloud. */
  label: string;
  rows: readonly Row[];
  /** About how high a row is, in pixels; each is measured once it is drawn. */
  rowHeight: number;
  children: (row: Row) => ReactNode;
}

/** A list that draws only the rows near the screen, so a thousand rows cost no more than ten. */
export function VirtualList<Row extends { id: string }>({
  label,
  rows,
  rowHeight,
  children,
}: VirtualListProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    // Where the list begins changes with what stands above it.
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, [rows.length]);
  // No component here is memoized, so the library's changing functions are never out of date.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 3,
    scrollMargin: top,
  });
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: `${virtualizer.getTotalSize()}px` }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        return (
          row && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-t border-line first:border-t-0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {children(row)}
            </li>
          )
        );
      })}
    </ul>
  );
}
