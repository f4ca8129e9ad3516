import { SPEND_KINDS } from '../../src/money/statements/catalogue.ts';
import { t } from '../lib/i18n.ts';
import { Money } from './values.tsx';
import { type Column, Table } from './table.tsx';
import { reachedOf, type TimeOfSpend } from './spend-stack.ts';
import { timeName } from './time-name.ts';

/** The figures behind the picture, newest first. */
export function SpendTable({ times, caption }: { times: readonly TimeOfSpend[]; caption: string }) {
  return <Table caption={caption} columns={columns(times)} rows={times.toReversed()} rowKey={({ time }) => time} />;
}

const deliveredColumn = (): Column<TimeOfSpend> => ({
  header: t('overview.business.share'),
  align: 'end',
  render: (each) => reachedOf([each]) ?? '–',
});

const columns = (times: readonly TimeOfSpend[]): Column<TimeOfSpend>[] => [
  {
    header: t(times[0]?.recipients === undefined ? 'statements.spend.month' : 'statements.spend.day'),
    render: ({ time }) => <span className="whitespace-nowrap">{timeName(time, 'long')}</span>,
  },
  ...SPEND_KINDS.map((kind): Column<TimeOfSpend> => ({
    header: t(`statements.spend.kind.${kind}`),
    align: 'end',
    render: ({ kinds }) => <Money value={kinds[kind] ?? '0.00'} />,
  })),
  ...(reachedOf(times) === null ? [] : [deliveredColumn()]),
  {
    header: t('statements.spend.total'),
    align: 'end',
    render: ({ total }) => (
      <span className="font-semibold">
        <Money value={total} />
      </span>
    ),
  },
];
