import { useRef, useState } from 'react';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { addPounds, comparePounds } from '../../lib/pounds.ts';
import { useWidth } from '../../lib/use-width.ts';
import { ChartAxes } from '../../ui/chart-axes.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { useArrowStops } from '../../ui/use-arrow-stops.ts';
import { monthName } from './month-name.ts';
import { SpendBar } from './spend-bar.tsx';
import { SpendDetails } from './spend-details.tsx';
import { SpendLegend } from './spend-legend.tsx';
import { SpendPatterns } from './spend-pattern.tsx';
import { spendScales } from './spend-scales.ts';

const HEIGHT = 220;
/** Room for the months below, the amounts beside, and half a line above the highest. */
const EDGE = { top: 10, bottom: 28, side: 64 } as const;
/** Below this width a month is its first letter. */
const NARROW = 480;

/** Stacked bars, one for each month, read from right to left where the language is. Arrow keys lead through them. */
export function SpendChart({ months }: { months: readonly MonthOfSpend[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [shown, setShown] = useState<number | null>(null);
  const isRightToLeft = document.documentElement.dir === 'rtl';
  const { stop, setStop, lead, register } = useArrowStops(months.length, { isRightToLeft });
  const room = { width: Math.max(0, width - EDGE.side), height: HEIGHT - EDGE.top - EDGE.bottom };
  const start = isRightToLeft ? 0 : EDGE.side;
  const { x, y } = spendScales(months, room, isRightToLeft);
  const details = shown === null ? undefined : months[shown];
  return (
    <figure className="flex flex-col gap-3">
      <div ref={frame} dir="ltr" className="relative" onPointerLeave={() => setShown(null)}>
        <svg
          role="listbox"
          tabIndex={-1}
          aria-orientation="horizontal"
          aria-label={summary(months)}
          width={width}
          height={HEIGHT}
          className="block"
          onKeyDown={lead}
        >
          <defs>
            <SpendPatterns />
          </defs>
          <g transform={`translate(${start} ${EDGE.top})`}>
            <ChartAxes
              x={x}
              y={y}
              room={room}
              isRightToLeft={isRightToLeft}
              nameOf={(month) => monthName(month, width < NARROW ? 'narrow' : 'short')}
            />
            {months.map((month, index) => (
              <SpendBar
                key={month.month}
                month={month}
                place={{ x: x(month.month) ?? 0, width: x.bandwidth(), step: x.step(), height: room.height }}
                y={y}
                isStop={index === stop}
                onShow={() => setShown(index)}
                onFocus={() => setStop(index)}
                onBlur={() => setShown(null)}
                register={register(index)}
              />
            ))}
          </g>
        </svg>
        {details && (
          <SpendDetails
            month={details}
            center={start + (x(details.month) ?? 0) + x.bandwidth() / 2}
            width={width}
          />
        )}
      </div>
      <figcaption>
        <SpendLegend months={months} />
      </figcaption>
    </figure>
  );
}

/** What the picture shows, for those who cannot see it. */
function summary(months: readonly MonthOfSpend[]): string {
  const [first, ...rest] = months;
  if (!first) return '';
  const most = rest.reduce((top, month) => (comparePounds(month.total, top.total) > 0 ? month : top), first);
  const total = months.reduce((sum, month) => addPounds(sum, month.total), '0');
  return t('statements.spend.picture', {
    months: months.length,
    total: formatPounds(total),
    month: monthName(most.month, 'long'),
    most: formatPounds(most.total),
  });
}
