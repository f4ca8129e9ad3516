import { SPEND_KINDS, SPEND_MONTHS } from '../../../src/money/statements/catalogue.ts';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { monthName } from './month-name.ts';

/** The figures behind the picture, newest month first. */
export function SpendTable({ months }: { months: readonly MonthOfSpend[] }) {
  return (
    <Table
      caption={t('statements.spend.title', { months: SPEND_MONTHS })}
      columns={columns()}
      rows={months.toReversed()}
      rowKey={({ month }) => month}
    />
  );
}

const columns = (): Column<MonthOfSpend>[] => [
  {
    key: 'month',
    header: t('statements.spend.month'),
    render: ({ month }) => <span className="whitespace-nowrap">{monthName(month, 'long')}</span>,
  },
  ...SPEND_KINDS.map((kind): Column<MonthOfSpend> => ({
    key: kind,
    header: t(`statements.spend.kind.${kind}`),
    align: 'end',
    render: ({ kinds }) => <Money value={kinds[kind] ?? '0.00'} />,
  })),
  {
    key: 'total',
    header: t('statements.spend.total'),
    align: 'end',
    render: ({ total }) => (
      <span className="font-semibold">
        <Money value={total} />
      </span>
    ),
  },
];
