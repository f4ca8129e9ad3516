import { SPEND_KINDS } from '../../../src/money/statements/catalogue.ts';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { fillOf, outlineOf } from './spend-pattern.tsx';

/** Explains each pattern of the chart: the kinds that money was spent on. */
export function SpendLegend({ months }: { months: readonly MonthOfSpend[] }) {
  const spent = SPEND_KINDS.filter((kind) => months.some(({ kinds }) => Number(kinds[kind]) > 0));
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
    </ul>
  );
}
