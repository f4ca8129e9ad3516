import type { Measures } from '../../../../src/admin/figures/contract.ts';
import {
  formatMoney,
  fromUnits,
  type Money,
  parseMoney,
  subtract,
  wholePennies,
} from '../../../../src/platform/kit/money.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import type { Column } from '../../../ui/table.tsx';
import { formatPounds, Money as Pounds } from '../../../ui/values.tsx';

/** An amount of the figures, a sum to the penny. */
export const amountText = (value: string, sum = true): string => formatPounds(value, { sum });

/** What it cost; unknown where the margin is. */
export const costText = ({ cost, margin }: Measures, sum = true): string =>
  margin === null ? t('admin.figures.unknownCost') : amountText(cost, sum);

function toPenny(value: string): Money {
  const exact = parseMoney(value);
  return wholePennies(fromUnits(exact + (exact < 0n ? -50n : 50n)));
}

/** A margin, of sums that of the amounts as a reader sees them; unknown where no cost in it is known. */
export function marginText({ revenue, uncostedRevenue, cost, margin }: Measures, sum = true): string {
  if (margin === null) return t('admin.figures.unknownMargin');
  if (!sum) return amountText(margin, sum);
  return amountText(formatMoney(subtract(subtract(toPenny(revenue), toPenny(uncostedRevenue)), toPenny(cost))));
}

/** What a margin leaves out; null where it leaves out nothing. */
export const withoutText = ({ uncosted, uncostedRevenue }: Measures, sum = true): string | null =>
  uncosted > 0 ? t('admin.figures.without', { amount: amountText(uncostedRevenue, sum) }) : null;

/** What a margin leaves out, below it. */
export const Uncosted = ({ of, sum }: { of: Measures; sum?: boolean }) => (
  <span className="block text-sm font-normal text-muted">{withoutText(of, sum)}</span>
);

/** The charges of carriers, beside the prices of their lists for the same. */
export const chargeColumns = <Row extends Measures>(): Column<Row>[] =>
  (['charged', 'listed'] as const).map((name) => ({
    header: t(`admin.figures.${name}`),
    align: 'end',
    // Nothing to compare, where the carrier or its list says nothing.
    render: (row) =>
      Number(row.charged) === 0 && Number(row.listed) === 0 ? (
        '–'
      ) : (
        <span className={row.charged === row.listed ? '' : 'text-danger'}>
          <Pounds value={row[name]} />
        </span>
      ),
  }));

/** Revenue, cost and margin as columns of any list of them, of sums or else of single things. */
export const measureColumns = <Row extends Measures>(sum = true): Column<Row>[] => [
  { header: t('admin.figures.units'), align: 'end', render: ({ units }) => formatNumber(units) },
  { header: t('admin.figures.revenue'), align: 'end', render: ({ revenue }) => amountText(revenue, sum) },
  { header: t('admin.figures.cost'), align: 'end', render: (row) => costText(row, sum) },
  {
    header: t('admin.figures.margin'),
    align: 'end',
    render: (row) => (
      <span className={`font-semibold ${row.margin?.startsWith('-') ? 'text-danger' : ''}`}>
        {marginText(row, sum)}
        <Uncosted of={row} sum={sum} />
      </span>
    ),
  },
];
