import type { ReactNode } from 'react';
import type { PagedList } from '../../../lib/use-paged-list.ts';
import { ListFrame } from '../../../ui/frames.tsx';

interface RowParts<Row> {
  title: (row: Row) => ReactNode;
  /** Smaller, below the title. */
  facts: (row: Row) => ReactNode;
  /** At the end of the row, below each other. */
  end: (row: Row) => ReactNode;
}

interface UserRowsProps<Row extends { id: string }> extends RowParts<Row> {
  list: PagedList<Row>;
  /** The text where there are none. */
  empty: string;
}

/** A list of what an account has, inside its drawer; more of it is read when it is asked for. */
export function UserRows<Row extends { id: string }>({ list, empty, ...parts }: UserRowsProps<Row>) {
  return (
    <ListFrame list={list} skeletonRows={3} empty={<p className="py-6 text-center text-muted">{empty}</p>}>
      <ReadRows rows={list.rows} {...parts} />
    </ListFrame>
  );
}

/** The rows of such a list that are there. */
export const ReadRows = <Row extends { id: string }>(props: RowParts<Row> & { rows: readonly Row[] }) => (
  <ul className="divide-y divide-line rounded-md border border-line">
    {props.rows.map((row) => (
      <li key={row.id} className="flex items-start justify-between gap-4 px-3 py-2.5">
        <div className="min-w-0">
          <p className="break-words">{props.title(row)}</p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">{props.facts(row)}</p>
        </div>
        <div className="flex shrink-0 flex-col items-end gap-1">{props.end(row)}</div>
      </li>
    ))}
  </ul>
);
