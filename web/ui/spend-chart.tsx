import { PatternCircles, PatternLines } from '@visx/pattern';
import { Bar } from '@visx/shape';
import { scaleBand, scaleLinear } from '@visx/scale';
import { SPEND_KINDS, type SpendKind } from '../../src/money/statements/catalogue.ts';
import { t } from '../lib/i18n.ts';
import { addPounds, comparePounds } from '../lib/pounds.ts';
import { ChartAxes } from './chart-axes.tsx';
import { ChartDetails } from './chart-details.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { Money, formatPounds } from './values.tsx';
import { type ChartOption, useChart } from './use-chart.ts';
import { timeName } from './time-name.ts';
import { reachedOf, shownHeight, stackSpend, type TimeOfSpend } from './spend-stack.ts';

/** A kind is told from its neighbours by its pattern as well as by its colour. */
const LOOKS: Record<SpendKind, { color: string; pattern: 'solid' | 'lines' | 'dots' }> = {
  sms: { color: 'var(--accent)', pattern: 'solid' },
  voice: { color: 'var(--accent)', pattern: 'lines' },
  numbers: { color: 'var(--accent)', pattern: 'dots' },
  packages: { color: 'var(--muted)', pattern: 'solid' },
  reseller: { color: 'var(--muted)', pattern: 'lines' },
  other: { color: 'var(--muted)', pattern: 'dots' },
};

const TILE = 6;

const idOf = (kind: SpendKind) => `spend-${kind}`;

/** The fill of a kind. */
const fillOf = (kind: SpendKind): string =>
  LOOKS[kind].pattern === 'solid' ? LOOKS[kind].color : `url(#${idOf(kind)})`;

/** The outline keeps a light pattern apart from the ground. */
const outlineOf = (kind: SpendKind): string => LOOKS[kind].color;

/** The patterns themselves, once for a picture. */
function SpendPatterns() {
  return SPEND_KINDS.map((kind) => {
    const { color, pattern } = LOOKS[kind];
    const tile = { id: idOf(kind), width: TILE, height: TILE, background: 'var(--surface)' };
    if (pattern === 'lines') {
      return <PatternLines key={kind} {...tile} stroke={color} strokeWidth={2} orientation={['diagonal']} />;
    }
    return pattern === 'dots' ? <PatternCircles key={kind} {...tile} radius={1.5} fill={color} complement /> : null;
  });
}

/** Below this width a month is its first letter. */
const NARROW = 480;

/** Stacked bars, one for each month or day. */
export function SpendChart({ times }: { times: readonly TimeOfSpend[] }) {
  const { frame, ...chart } = useChart(times.length);
  const { room, isRightToLeft, start, width, shown } = chart;
  const { x, y } = spendScales(times, room, isRightToLeft);
  const details = shown === null ? undefined : times[shown];
  return (
    <ChartFrame
      frame={frame}
      chart={chart}
      label={summary(times)}
      details={
        details && (
          <SpendDetails spend={details} center={start + (x(details.time) ?? 0) + x.bandwidth() / 2} width={width} />
        )
      }
      legend={<SpendLegend times={times} />}
    >
      <defs>
        <SpendPatterns />
      </defs>
      <ChartAxes
        x={x}
        y={y}
        room={room}
        isRightToLeft={isRightToLeft}
        nameOf={(time) => timeName(time, width < NARROW ? 'narrow' : 'short')}
      />
      {times.map((spend, index) => (
        <SpendBar
          key={spend.time}
          spend={spend}
          place={{ x: x(spend.time) ?? 0, width: x.bandwidth(), step: x.step(), height: room.height }}
          y={y}
          option={chart.optionAt(index)}
        />
      ))}
    </ChartFrame>
  );
}

/** Describes the picture for those who cannot see it. */
function summary(times: readonly TimeOfSpend[]): string {
  const [first, ...rest] = times;
  if (!first) return '';
  const most = rest.reduce((top, each) => (comparePounds(each.total, top.total) > 0 ? each : top), first);
  const total = times.reduce((sum, each) => addPounds(sum, each.total), '0');
  return t('statements.spend.picture', {
    total: formatPounds(total),
    time: timeName(most.time, 'long'),
    most: formatPounds(most.total),
  });
}

interface SpendBarProps {
  spend: TimeOfSpend;
  /** In pixels: where the bar stands, how wide it is, how wide its room, how high the picture. */
  place: { x: number; width: number; step: number; height: number };
  /** How far down an amount is. */
  y: (pounds: number) => number;
  option: ChartOption;
}

/** One bar. The pointer meets the whole height of its time, a screen reader the amounts. */
function SpendBar({ spend, place, y, option }: SpendBarProps) {
  const { x, width, step, height } = place;
  return (
    <g
      {...option}
      aria-label={wordsOf(spend)}
      className="outline-none [&:focus-visible>rect:first-child]:stroke-accent"
    >
      <rect x={x - (step - width) / 2} width={step} height={height} rx={4} fill="transparent" strokeWidth={2} />
      {stackSpend(spend).map(({ kind, base, height: pounds }) => (
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
function wordsOf(spend: TimeOfSpend): string {
  const { time, total, kinds } = spend;
  const parts = SPEND_KINDS.flatMap((kind) =>
    Number(kinds[kind]) === 0 ? [] : [`${t(`statements.spend.kind.${kind}`)} ${formatPounds(kinds[kind] ?? '0.00')}`],
  );
  const whole = `${timeName(time, 'long')}: ${formatPounds(total)}`;
  const reached = reachedOf([spend]);
  if (reached !== null) parts.push(`${t('overview.business.share')}: ${reached}`);
  return parts.length > 0 ? `${whole}. ${parts.join(', ')}` : whole;
}

interface SpendDetailsProps {
  spend: TimeOfSpend;
  /** Where the bar stands, and how wide the picture is, in pixels. */
  center: number;
  width: number;
}

/** The amounts of a month or day beside its bar. */
function SpendDetails({ spend, center, width }: SpendDetailsProps) {
  const { time, total, kinds } = spend;
  const reached = reachedOf([spend]);
  const spent = SPEND_KINDS.filter((kind) => Number(kinds[kind]) !== 0);
  return (
    <ChartDetails
      title={timeName(time, 'long')}
      total={<Money value={total} />}
      lines={[
        ...spent.map((kind) => ({
          name: t(`statements.spend.kind.${kind}`),
          amount: <Money value={kinds[kind] ?? '0.00'} />,
        })),
        ...(reached === null ? [] : [{ name: t('overview.business.share'), amount: reached }]),
      ]}
      center={center}
      width={width}
    />
  );
}

/** Explains each pattern of the chart: the kinds that money was spent on. */
function SpendLegend({ times }: { times: readonly TimeOfSpend[] }) {
  const spent = SPEND_KINDS.filter((kind) => times.some(({ kinds }) => Number(kinds[kind]) > 0));
  const reached = reachedOf(times);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-muted">
      {spent.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <svg aria-hidden className="size-3.5">
            <rect x="0.5" y="0.5" width="13" height="13" fill={fillOf(kind)} stroke={outlineOf(kind)} />
          </svg>
          {t(`statements.spend.kind.${kind}`)}
        </li>
      ))}
      {reached !== null && (
        <li className="ms-auto">
          {t('overview.business.share')}: {reached}
        </li>
      )}
    </ul>
  );
}

/** The room of a picture in pixels, without its axes. */
interface Room {
  width: number;
  height: number;
}

/** Where each month or day stands, and how high an amount reaches. From right to left where one reads so. */
export function spendScales(times: readonly TimeOfSpend[], { width, height }: Room, isRightToLeft: boolean) {
  return {
    x: scaleBand<string>({
      domain: times.map(({ time }) => time),
      range: isRightToLeft ? [width, 0] : [0, width],
      padding: 0.35,
    }),
    y: scaleLinear<number>({ domain: [0, Math.max(1, ...times.map(shownHeight))], range: [height, 0], nice: 4 }),
  };
}
