import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { addPounds, comparePounds } from '../../lib/pounds.ts';
import { ChartAxes } from '../../ui/chart-axes.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { useChart } from '../../ui/use-chart.ts';
import { monthName } from './month-name.ts';
import { SpendBar } from './spend-bar.tsx';
import { SpendDetails } from './spend-details.tsx';
import { SpendLegend } from './spend-legend.tsx';
import { SpendPatterns } from './spend-pattern.tsx';
import { spendScales } from './spend-scales.ts';

/** Below this width a month is its first letter. */
const NARROW = 480;

/** Stacked bars, one for each month. */
export function SpendChart({ months }: { months: readonly MonthOfSpend[] }) {
  const { frame, ...chart } = useChart(months.length);
  const { room, isRightToLeft, start, width, shown } = chart;
  const { x, y } = spendScales(months, room, isRightToLeft);
  const details = shown === null ? undefined : months[shown];
  return (
    <ChartFrame
      frame={frame}
      chart={chart}
      label={summary(months)}
      details={
        details && (
          <SpendDetails
            month={details}
            center={start + (x(details.month) ?? 0) + x.bandwidth() / 2}
            width={width}
          />
        )
      }
      legend={<SpendLegend months={months} />}
    >
      <defs>
        <SpendPatterns />
      </defs>
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
          option={chart.optionAt(index)}
        />
      ))}
    </ChartFrame>
  );
}

/** Describes the picture for those who cannot see it. */
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
