import type { ReactNode, RefObject } from 'react';
import type { Chart } from './use-chart.ts';

interface ChartFrameProps {
  /** The element that gives the chart its width. */
  frame: RefObject<HTMLDivElement | null>;
  chart: Chart;
  /** A description of the picture for those who cannot see it. */
  label: string;
  /** Shown beside the point under the pointer. */
  details: ReactNode;
  legend: ReactNode;
  /** The axes and times, in the space that the chart leaves for them. */
  children: ReactNode;
}

/** The frame of every chart over time. It runs from right to left in languages that do. */
export function ChartFrame({ frame, chart, label, details, legend, children }: ChartFrameProps) {
  return (
    <figure className="flex flex-col gap-3">
      <div ref={frame} dir="ltr" className="relative" onPointerLeave={() => chart.setShown(null)}>
        <svg
          role="listbox"
          tabIndex={-1}
          aria-orientation="horizontal"
          aria-label={label}
          width={chart.width}
          height={chart.height}
          className="block"
          onKeyDown={chart.lead}
        >
          <g transform={`translate(${chart.start} ${chart.top})`}>{children}</g>
        </svg>
        {details}
      </div>
      <figcaption>{legend}</figcaption>
    </figure>
  );
}
