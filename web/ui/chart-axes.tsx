import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis';
import type { scaleBand, scaleLinear } from '@visx/scale';
import { formatPounds } from './values.tsx';
import { namedTimes } from './time-name.ts';

interface ChartAxesProps {
  x: ReturnType<typeof scaleBand<string>>;
  y: ReturnType<typeof scaleLinear<number>>;
  /** In pixels, without the axes. */
  room: { width: number; height: number };
  isRightToLeft: boolean;
  nameOf: (time: string) => string;
  /** An amount in words; without it, pounds. */
  amountOf?: (amount: number) => string;
}

/** Times below a chart, amounts beside it, and a line for each amount. */
export function ChartAxes({ x, y, room, isRightToLeft, nameOf, amountOf = wholePounds }: ChartAxesProps) {
  const amounts = {
    scale: y,
    numTicks: 4,
    hideAxisLine: true,
    hideTicks: true,
    tickFormat: (value: { valueOf(): number }) => amountOf(value.valueOf()),
  };
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
        tickValues={namedTimes(x.domain(), room.width)}
        tickFormat={nameOf}
        tickLabelProps={labelled('middle')}
      />
    </g>
  );
}

const wholePounds = (value: number): string => formatPounds(value, { whole: true });

const labelled = (textAnchor: 'start' | 'middle' | 'end') => ({ fill: 'var(--muted)', fontSize: 12, textAnchor });
