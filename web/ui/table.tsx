import type { ReactNode } from 'react';

export interface Column<Row> {
  /** No two columns of a table have the same. */
  header: string;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  align?: 'start' | 'end';
}

interface TableProps<Row> {
  /** The name of the table; read aloud, not shown. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Two or three lines that say a row where there is no room for columns; without it, each value has its line. */
  compact?: (row: Row) => ReactNode;
}

/**
 * A table that becomes a list of cards where there is no room for it, each value beside its column's name, and without
 * what is empty. The roles are spelled out because changing `display` takes a table's own meaning away.
 */
export function Table<Row>({ caption, columns, rows, rowKey, compact }: TableProps<Row>) {
  return (
    <div className="@container">
      <table role="table" className="block w-full text-start @3xl:table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr role="row" className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                className={`px-4 py-2 text-xs font-medium text-muted first:ps-5 last:pe-5 ${column.align === 'end' ? 'text-end' : 'text-start'}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block divide-y divide-line @3xl:table-row-group">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="block px-5 py-3 @3xl:table-row @3xl:p-0 @3xl:hover:bg-sunken/50"
            >
              {compact && (
                <td role="cell" className="block @3xl:hidden">
                  {compact(row)}
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  className={`${compact ? '@max-3xl:hidden @3xl:nth-2:ps-5' : 'flex'} items-baseline justify-between gap-4 py-1 @max-3xl:has-[>:last-child:empty]:hidden @3xl:table-cell @3xl:px-4 @3xl:py-2.5 @3xl:align-middle @3xl:first:ps-5 @3xl:last:pe-5 ${column.align === 'end' ? '@3xl:text-end' : ''}`}
                >
                  {column.header && (
                    <span aria-hidden className="shrink-0 text-sm text-muted @3xl:hidden">
                      {column.header}
                    </span>
                  )}
                  <span className={`min-w-0 text-end ${column.align === 'end' ? '' : '@3xl:text-start'}`}>
                    {column.render(row)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
