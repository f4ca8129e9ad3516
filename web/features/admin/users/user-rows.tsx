import type { ReactNode } from 'react';
import type { PagedList } from '../../../lib/use-paged-list.ts';
import { ListFrame } from '../../../ui/list-frame.tsx';

interface UserRowsProps<Row extends { id: string }> {
  list: PagedList<Row>;
  /** The text where there are none. */
  empty: string;
  row: (row: Row) => ReactNode;
}

/** A list of what an account has, inside its drawer. */
export function UserRows<Row extends { id: string }>({ list, empty, row }: UserRowsProps<Row>) {
  return (
    <ListFrame list={list} skeletonRows={3} empty={<p className="py-6 text-center text-muted">{empty}</p>}>
      <ul className="divide-y divide-line rounded-md border border-line">
        {list.rows.map((each) => (
          <li key={each.id} className="flex items-start justify-between gap-4 px-3 py-2.5">
            {row(each)}
          </li>
        ))}
      </ul>
    </ListFrame>
  );
}

interface UserRowProps {
  title: ReactNode;
  /** Smaller, below the title. */
  facts: ReactNode;
  /** At the end of the row, below each other. */
  end?: ReactNode;
}

/** One line of such a list. */
export function UserRow({ title, facts, end }: UserRowProps) {
  return (
    <>
      <div className="min-w-0">
        <p className="break-words">{title}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">{facts}</p>
      </div>
      {end && <div className="flex shrink-0 flex-col items-end gap-1">{end}</div>}
    </>
  );
}
