import { Bar } from '@visx/shape';
import { SPEND_KINDS } from '../../../src/money/statements/catalogue.ts';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { formatPounds } from '../../ui/format-money.ts';
import type { ChartOption } from '../../ui/use-chart.ts';
import { monthName } from './month-name.ts';
import { fillOf, outlineOf } from './spend-pattern.tsx';
import { stackMonth } from './stack.ts';

interface SpendBarProps {
  month: MonthOfSpend;
  /** In pixels: where the bar stands, how wide it is, how wide the room of a month, how high the picture. */
  place: { x: number; width: number; step: number; height: number };
  /** How far down an amount is. */
  y: (pounds: number) => number;
  option: ChartOption;
}

/** One month's bar. The pointer meets the month's whole height, a screen reader the amounts. */
export function SpendBar({ month, place, y, option }: SpendBarProps) {
  const { x, width, step, height } = place;
  return (
    <g
      {...option}
      aria-label={wordsOf(month)}
      className="outline-none [&:focus-visible>rect:first-child]:stroke-accent"
    >
      <rect
        x={x - (step - width) / 2}
        width={step}
        height={height}
        rx={4}
        fill="transparent"
        strokeWidth={2}
      />
      {stackMonth(month).map(({ kind, base, height: pounds }) => (
        <Bar
          key={kind}
          x={x}
          width={width}
          y={y(base + pounds)}
          height={y(base) - y(base + pounds)}
          fill={fillOf(kind)}
          stroke={outlineOf(kind)}
        />
      ))}
    </g>
  );
}

/** `March 2027: £30.00. SMS £20.00, DID numbers £10.00` */
function wordsOf({ month, total, kinds }: MonthOfSpend): string {
  const parts = SPEND_KINDS.flatMap((kind) =>
    Number(kinds[kind]) === 0
      ? []
      : [`${t(`statements.spend.kind.${kind}`)} ${formatPounds(kinds[kind] ?? '0.00')}`],
  );
  const whole = `${monthName(month, 'long')}: ${formatPounds(total)}`;
  return parts.length > 0 ? `${whole}. ${parts.join(', ')}` : whole;
}
