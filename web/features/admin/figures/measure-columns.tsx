import type { Measures } from '../../../../src/admin/figures/contract.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { Money } from '../../../ui/values.tsx';
import type { Column } from '../../../ui/table.tsx';
import { amountText, costText, marginText, Uncosted } from './amount.tsx';

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
          <Money value={row[name]} />
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
