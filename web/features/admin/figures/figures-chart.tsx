import { scaleBand, scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import type { DayOfFigures, Figures } from '../../../../src/admin/figures/contract.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { ChartAxes } from '../../../ui/chart-axes.tsx';
import { ChartDetails } from '../../../ui/chart-details.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { useChart } from '../../../ui/use-chart.ts';
import { amountText, costText, marginText, withoutText } from './amount.tsx';
import { dayName } from '../../../ui/time-name.ts';

/** The lines differ in their dashes as well as in their colours. */
const LOOKS = {
  revenue: { stroke: 'var(--accent)', strokeWidth: 2.5, strokeDasharray: undefined },
  cost: { stroke: 'var(--muted)', strokeWidth: 2.5, strokeDasharray: '5 4' },
} as const;
const KINDS = ['revenue', 'cost'] as const;

interface FigureLinesProps {
  days: readonly DayOfFigures[];
  /** The position of a day, and of an amount below the top. */
  x: (day: DayOfFigures) => number;
  y: (pounds: number) => number;
}

/** Revenue and cost as lines; for a single day, as dots. */
function FigureLines({ days, x, y }: FigureLinesProps) {
  return KINDS.map((kind) => (
    <g key={kind} aria-hidden>
      <LinePath data={[...days]} x={x} y={(day) => y(Number(day[kind]))} fill="none" {...LOOKS[kind]} />
      {days.length === 1 &&
        days.map((day) => (
          <circle key={day.day} cx={x(day)} cy={y(Number(day[kind]))} r={4} fill={LOOKS[kind].stroke} />
        ))}
    </g>
  ));
}

/** The legend of the lines. */
function LineKeys() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-muted">
      {KINDS.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <svg aria-hidden className="h-3.5 w-6">
            <line x1="0" x2="24" y1="7" y2="7" {...LOOKS[kind]} />
          </svg>
          {t(`admin.figures.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

interface FiguresChartProps {
  figures: Figures;
  /** The day that is shown alone; null: none. */
  chosen: string | null;
  onChoose: (day: string) => void;
}

/** Revenue and cost by day, as two lines. A click on a day, or the Enter key, chooses it. */
export function FiguresChart({ figures, chosen, onChoose }: FiguresChartProps) {
  const { days } = figures;
  const { frame, ...chart } = useChart(days.length);
  const { room, isRightToLeft, start, width, shown } = chart;
  const { x, y } = scalesOf(days, room, isRightToLeft);
  const details = shown === null ? undefined : days[shown];
  const middleOf = ({ day }: DayOfFigures) => (x(day) ?? 0) + x.bandwidth() / 2;
  return (
    <ChartFrame
      frame={frame}
      chart={chart}
      label={summaryOf(figures)}
      details={details && <DayDetails day={details} center={start + middleOf(details)} width={width} />}
      legend={
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-1.5">
          <LineKeys />
          <p className="text-sm text-muted">{t('admin.figures.chooseDay')}</p>
        </div>
      }
    >
      <ChartAxes x={x} y={y} room={room} isRightToLeft={isRightToLeft} nameOf={dayName} />
      <FigureLines days={days} x={middleOf} y={y} />
      {days.map((day, index) => (
        <rect
          key={day.day}
          {...chart.optionAt(index)}
          aria-label={wordsOf(day)}
          x={x(day.day)}
          width={x.bandwidth()}
          height={room.height}
          aria-current={day.day === chosen ? 'date' : undefined}
          onClick={() => onChoose(day.day)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            onChoose(day.day);
          }}
          strokeWidth={2}
          className={`cursor-pointer outline-none focus-visible:stroke-accent ${day.day === chosen ? 'fill-accent/15' : 'fill-transparent'}`}
        />
      ))}
    </ChartFrame>
  );
}

interface Room {
  width: number;
  height: number;
}

/** The position of each day, and the height of an amount. */
function scalesOf(days: readonly DayOfFigures[], { width, height }: Room, isRightToLeft: boolean) {
  const amounts = days.flatMap(({ revenue, cost }) => [Number(revenue), Number(cost)]);
  return {
    x: scaleBand<string>({ domain: days.map(({ day }) => day), range: isRightToLeft ? [width, 0] : [0, width] }),
    y: scaleLinear<number>({ domain: [Math.min(0, ...amounts), Math.max(1, ...amounts)], range: [height, 0], nice: 4 }),
  };
}

/** The amounts of a day, each with its name. */
const linesOf = (day: DayOfFigures) => [
  { name: t('admin.figures.revenue'), amount: amountText(day.revenue) },
  { name: t('admin.figures.cost'), amount: costText(day) },
  { name: t('admin.figures.margin'), amount: marginText(day) },
];

/** `16 Nov: Revenue £30.00, Cost £20.00, Margin £10.00` */
const wordsOf = (day: DayOfFigures): string =>
  `${dayName(day.day)}: ${[...linesOf(day).map(({ name, amount }) => `${name} ${amount}`), withoutText(day) ?? []].flat().join(', ')}`;

/** The content of the picture, for people who cannot see it. */
const summaryOf = ({ total, from, to }: Figures): string =>
  t('admin.figures.picture', {
    revenue: amountText(total.revenue),
    cost: costText(total),
    from: dayName(from),
    to: dayName(to),
  });

interface DayDetailsProps {
  day: DayOfFigures;
  /** The position of the day, and the width of the picture, in pixels. */
  center: number;
  width: number;
}

/** The amounts of a day, beside its position. */
function DayDetails({ day, center, width }: DayDetailsProps) {
  return (
    <ChartDetails
      title={dayName(day.day)}
      total={formatNumber(day.units)}
      lines={linesOf(day)}
      note={withoutText(day)}
      center={center}
      width={width}
    />
  );
}
