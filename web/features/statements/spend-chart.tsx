import { SPEND_KINDS, type SpendKind } from '../../../src/money/statements/catalogue.ts';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { addPounds, comparePounds } from '../../lib/pounds.ts';
import { formatPounds } from '../../ui/format-money.ts';
import { monthName } from './month-name.ts';
import { stackMonths } from './stack.ts';

/** Steps of two colours, so that neighbours differ in lightness too and not in hue alone. */
const FILLS: Record<SpendKind, string> = {
  sms: 'fill-accent bg-accent',
  voice: 'fill-accent/60 bg-accent/60',
  numbers: 'fill-accent/30 bg-accent/30',
  packages: 'fill-muted bg-muted',
  reseller: 'fill-muted/60 bg-muted/60',
  other: 'fill-muted/30 bg-muted/30',
};

const HEIGHT = 160;
const STEP = 60;
const BAR = 38;
/** Between two segments, so that they are told apart without their colours. */
const GAP = 1.5;

/** Stacked bars, one for each month. */
export function SpendChart({ months }: { months: readonly MonthOfSpend[] }) {
  const used = SPEND_KINDS.filter((kind) => months.some(({ kinds }) => Number(kinds[kind]) > 0));
  return (
    <figure className="flex flex-col gap-3">
      <svg
        role="img"
        aria-label={summary(months)}
        viewBox={`0 0 ${STEP * months.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-b border-line-strong"
      >
        {stackMonths(months, HEIGHT).map((segments, index) =>
          segments.map(({ kind, base, height }) => (
            <rect
              key={`${index}-${kind}`}
              x={index * STEP + (STEP - BAR) / 2}
              width={BAR}
              y={HEIGHT - base - height}
              height={Math.max(height - GAP, 1)}
              className={FILLS[kind]}
            />
          )),
        )}
      </svg>
      <div aria-hidden className="grid grid-cols-12 text-center text-xs text-muted">
        {months.map(({ month, total }) => (
          <span key={month} title={`${monthName(month, 'long')}: ${formatPounds(total)}`}>
            <span className="sm:hidden">{monthName(month, 'narrow')}</span>
            <span className="max-sm:hidden">{monthName(month, 'short')}</span>
          </span>
        ))}
      </div>
      <figcaption>
        <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-muted">
          {used.map((kind) => (
            <li key={kind} className="flex items-center gap-1.5">
              <span aria-hidden className={`size-3 rounded-sm ${FILLS[kind]}`} />
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
