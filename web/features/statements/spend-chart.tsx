import { type KeyboardEvent, useRef, useState } from 'react';
import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis';
import { SPEND_KINDS } from '../../../src/money/statements/catalogue.ts';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { addPounds, comparePounds } from '../../lib/pounds.ts';
import { useWidth } from '../../lib/use-width.ts';
import { labelled, nextStop, wholePounds } from '../../ui/chart.ts';
import { formatPounds } from '../../ui/format-money.ts';
import { monthName } from './month-name.ts';
import { SpendBar } from './spend-bar.tsx';
import { SpendDetails } from './spend-details.tsx';
import { fillOf, outlineOf, SpendPatterns } from './spend-pattern.tsx';
import { spendScales } from './spend-scales.ts';

const HEIGHT = 220;
/** Room for the months below, the amounts beside, and half a line above the highest. */
const EDGE = { top: 10, bottom: 28, side: 64 } as const;
/** Below this width a month is its first letter. */
const NARROW = 480;

/** Stacked bars, one for each month, read from right to left where the language is. Arrow keys lead through them. */
export function SpendChart({ months }: { months: readonly MonthOfSpend[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const bars = useRef(new Map<number, SVGGElement>());
  const width = useWidth(frame);
  const [shown, setShown] = useState<number | null>(null);
  const [stop, setStop] = useState(months.length - 1);
  const isRightToLeft = document.documentElement.dir === 'rtl';
  const room = { width: Math.max(0, width - EDGE.side), height: HEIGHT - EDGE.top - EDGE.bottom };
  const { x, y } = spendScales(months, room, isRightToLeft);
  const style = width < NARROW ? 'narrow' : 'short';

  const lead = (event: KeyboardEvent) => {
    const next = nextStop(event.key, stop, { last: months.length - 1, isRightToLeft });
    if (next === null) return;
    event.preventDefault();
    setStop(next);
    bars.current.get(next)?.focus();
  };
  const amounts = { scale: y, numTicks: 4, hideAxisLine: true, hideTicks: true, tickFormat: wholePounds };
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
          <g transform={`translate(${isRightToLeft ? 0 : EDGE.side} ${EDGE.top})`}>
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
                tickFormat={(month) => monthName(month, style)}
                tickLabelProps={labelled('middle')}
              />
            </g>
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
                register={(bar) => {
                  if (bar) bars.current.set(index, bar);
                  else bars.current.delete(index);
                }}
              />
            ))}
          </g>
        </svg>
        {details && (
          <SpendDetails
            month={details}
            center={(isRightToLeft ? 0 : EDGE.side) + (x(details.month) ?? 0) + x.bandwidth() / 2}
            width={width}
          />
        )}
      </div>
      <figcaption>
        <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-muted">
          {SPEND_KINDS.filter((kind) => months.some(({ kinds }) => Number(kinds[kind]) > 0)).map((kind) => (
            <li key={kind} className="flex items-center gap-1.5">
              <svg aria-hidden className="size-3.5">
                <rect x="0.5" y="0.5" width="13" height="13" fill={fillOf(kind)} stroke={outlineOf(kind)} />
              </svg>
              {t(`statements.spend.kind.${kind}`)}
            </li>
          ))}
        </ul>
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
    total: formatPounds(total),
    month: monthName(most.month, 'long'),
    most: formatPounds(most.total),
  });
}
