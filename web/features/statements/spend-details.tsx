import { SPEND_KINDS } from '../../../src/money/statements/catalogue.ts';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Money } from '../../ui/money.tsx';
import { monthName } from './month-name.ts';

const WIDTH = 208;

interface SpendDetailsProps {
  month: MonthOfSpend;
  /** Where the bar stands, and how wide the picture is, in pixels. */
  center: number;
  width: number;
}

/** The amounts of a month beside its bar. The bar's own name says the same to a screen reader. */
export function SpendDetails({ month: { month, total, kinds }, center, width }: SpendDetailsProps) {
  const left = Math.max(0, Math.min(width - WIDTH, center - WIDTH / 2));
  return (
    <div
      aria-hidden
      dir="auto"
      className="pointer-events-none absolute top-0 z-10 rounded-md border border-line bg-surface p-3 text-sm shadow-raised"
      style={{ left, width: WIDTH }}
    >
      <p className="flex justify-between gap-3 font-semibold">
        <span>{monthName(month, 'long')}</span>
        <Money value={total} />
      </p>
      {SPEND_KINDS.filter((kind) => Number(kinds[kind]) !== 0).map((kind) => (
        <p key={kind} className="flex justify-between gap-3 text-muted">
          <span>{t(`statements.spend.kind.${kind}`)}</span>
          <Money value={kinds[kind] ?? '0.00'} />
        </p>
      ))}
    </div>
  );
}
