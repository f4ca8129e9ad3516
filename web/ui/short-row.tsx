import type { ReactNode } from 'react';

interface ShortRowProps {
  children: ReactNode;
  /** Stands at the end of the line: an amount, a state. */
  end: ReactNode;
  /** Below both, quieter. */
  more?: ReactNode;
}

/** The row of a table in two or three lines, for its `compact`. */
export const ShortRow = ({ children, end, more }: ShortRowProps) => (
  <>
    <div className="flex items-baseline justify-between gap-4">
      <div className="min-w-0 break-words">{children}</div>
      <div className="shrink-0 text-end">{end}</div>
    </div>
    {more && <p className="text-sm text-muted">{more}</p>}
  </>
);
