import { LinePath } from '@visx/shape';
import type { DayOfFigures } from '../../../../src/admin/figures/contract.ts';
import { t } from '../../../lib/i18n.ts';

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
export function FigureLines({ days, x, y }: FigureLinesProps) {
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
export function LineKeys() {
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
