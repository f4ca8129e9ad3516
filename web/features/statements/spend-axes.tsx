import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis';
import { labelled, wholePounds } from '../../ui/chart.ts';
import { monthName } from './month-name.ts';
import type { spendScales } from './spend-scales.ts';

interface SpendAxesProps {
  scales: ReturnType<typeof spendScales>;
  room: { width: number; height: number };
  isRightToLeft: boolean;
  /** How much of a month's name there is room for. */
  months: 'narrow' | 'short';
}

/** The months below the bars, the amounts beside them, and a line for each amount. */
export function SpendAxes({ scales: { x, y }, room, isRightToLeft, months }: SpendAxesProps) {
  const amounts = { scale: y, numTicks: 4, hideAxisLine: true, hideTicks: true, tickFormat: wholePounds };
  return (
    <g aria-hidden>
      {y.ticks(4).map((tick) => (
        <line key={tick} x2={room.width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
      ))}
      {isRightToLeft ? (
        <AxisRight {...amounts} left={room.width} tickLabelProps={labelled('start')} />
      ) : (
        <AxisLeft {...amounts} tickLabelProps={labelled('end')} />
      )}
      <AxisBottom
        scale={x}
        top={room.height}
        hideTicks
        stroke="var(--line-strong)"
        tickFormat={(month) => monthName(month, months)}
        tickLabelProps={labelled('middle')}
      />
    </g>
  );
}
