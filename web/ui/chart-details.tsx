import type { ReactNode } from 'react';

const WIDTH = 208;

interface ChartDetailsProps {
  title: string;
  /** Beside the title. */
  total: ReactNode;
  /** Its parts: a name and an amount for each. */
  lines: readonly { name: string; amount: ReactNode }[];
  /** Below them. */
  note?: string | null;
  /** The position of the bar or point, and the width of the chart, in pixels. */
  center: number;
  width: number;
}

/** The amounts of one bar or point, beside it. Its own label says the same to a screen reader. */
export function ChartDetails({ title, total, lines, note, center, width }: ChartDetailsProps) {
  const left = Math.max(0, Math.min(width - WIDTH, center - WIDTH / 2));
  return (
    <div
      aria-hidden
      dir="auto"
      className="pointer-events-none absolute top-0 z-10 rounded-md border border-line bg-surface p-3 text-sm shadow-raised"
      style={{ left, width: WIDTH }}
    >
      <p className="flex justify-between gap-3 font-semibold">
        <span>{title}</span>
        <span>{total}</span>
      </p>
      {lines.map(({ name, amount }) => (
        <p key={name} className="flex justify-between gap-3 text-muted">
          <span>{name}</span>
          <span>{amount}</span>
        </p>
      ))}
      {note && <p className="text-muted">{note}</p>}
    </div>
  );
}
