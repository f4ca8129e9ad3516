import type { DayOfFigures } from '../../../../src/admin/figures/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { dayName } from './day-name.ts';

const WIDTH = 208;

interface DayDetailsProps {
  day: DayOfFigures;
  /** Where the day stands, and how wide the picture is, in pixels. */
  center: number;
  width: number;
}

/** The amounts of a day beside its place. The place's own name says the same to a screen reader. */
export function DayDetails({ day, center, width }: DayDetailsProps) {
  const left = Math.max(0, Math.min(width - WIDTH, center - WIDTH / 2));
  return (
    <div
      aria-hidden
      dir="auto"
      className="pointer-events-none absolute top-0 z-10 rounded-md border border-line bg-surface p-3 text-sm shadow-raised"
      style={{ left, width: WIDTH }}
    >
      <p className="flex justify-between gap-3 font-semibold">
        <span>{dayName(day.day)}</span>
        <span>{formatNumber(day.units)}</span>
      </p>
      {(['revenue', 'cost', 'margin'] as const).map((name) => (
        <p key={name} className="flex justify-between gap-3 text-muted">
          <span>{t(`admin.figures.${name}`)}</span>
          <Money value={day[name]} />
        </p>
      ))}
    </div>
  );
}
