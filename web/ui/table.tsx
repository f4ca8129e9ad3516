import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  align?: 'start' | 'end';
}

interface TableProps<Row> {
  /** What the table lists; read aloud, not shown. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/**
 * A table that becomes a list of cards on a phone, each value beside its column's name.
 * The roles are spelled out because changing `display` takes a table's own meaning away.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table role="table" className="block w-full text-start sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
        <tr role="row" className="border-b border-line">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={`px-4 py-2 text-xs font-medium text-muted first:ps-5 last:pe-5 ${column.align === 'end' ? 'text-end' : 'text-start'}`}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="block px-5 py-3 sm:table-row sm:p-0 sm:hover:bg-sunken/50"
          >
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                className={`flex items-baseline justify-between gap-4 py-1 sm:table-cell sm:px-4 sm:py-2.5 sm:align-middle sm:first:ps-5 sm:last:pe-5 ${column.align === 'end' ? 'sm:text-end' : ''}`}
              >
                {column.header && (
                  <span aria-hidden className="shrink-0 text-sm text-muted sm:hidden">
                    {column.header}
                  </span>
                )}
                <span className="min-w-0 text-end sm:text-start">{column.render(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
