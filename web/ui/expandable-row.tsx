import { type ReactNode, useId, useState } from 'react';
import { ChevronDown } from './icons.tsx';

interface ExpandableRowProps {
  /** The content of the row that shows while it is closed, too. */
  summary: ReactNode;
  /** The layout of the summary beside the arrow, as classes. */
  className?: string;
  arrowClassName?: string;
  /** The content of the open row. Its element must have the given `id`, because the button refers to it. */
  children: (id: string) => ReactNode;
}

/** A row of a list; opens to show its details. */
export function ExpandableRow({ summary, className = '', arrowClassName = '', children }: ExpandableRowProps) {
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? detailsId : undefined}
        onClick={() => setOpen(!open)}
        className={`group flex w-full px-5 py-3 text-start transition-colors hover:bg-sunken/50 focus-visible:-outline-offset-2 ${className}`}
      >
        <ChevronDown
          aria-hidden
          className={`size-4 shrink-0 text-muted transition-transform ${arrowClassName} ${open ? 'rotate-180' : ''}`}
        />
        {summary}
      </button>
      {open && children(detailsId)}
    </li>
  );
}
