import type { ReactNode, RefObject } from 'react';
import type { Chart } from './use-chart.ts';

interface ChartFrameProps {
  /** Whose width the chart has. */
  frame: RefObject<HTMLDivElement | null>;
  chart: Chart;
  /** What the picture shows, for those who cannot see it. */
  label: string;
  /** Beside what is pointed at. */
  details: ReactNode;
  legend: ReactNode;
  /** Axes and times, in the room that the chart gives them. */
  children: ReactNode;
}

/** What every chart over time stands in. It is read from right to left where the language is. */
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
