import { SPEND_KINDS } from '../../../src/money/statements/catalogue.ts';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { t } from '../../lib/i18n.ts';
import { ChartDetails } from '../../ui/chart-details.tsx';
import { Money } from '../../ui/money.tsx';
import { monthName } from './month-name.ts';

interface SpendDetailsProps {
  month: MonthOfSpend;
  /** Where the bar stands, and how wide the picture is, in pixels. */
  center: number;
  width: number;
}

/** The amounts of a month beside its bar. */
export function SpendDetails({ month: { month, total, kinds }, center, width }: SpendDetailsProps) {
  const spent = SPEND_KINDS.filter((kind) => Number(kinds[kind]) !== 0);
  return (
    <ChartDetails
      title={monthName(month, 'long')}
      total={<Money value={total} />}
      lines={spent.map((kind) => ({
        name: t(`statements.spend.kind.${kind}`),
        amount: <Money value={kinds[kind] ?? '0.00'} />,
      }))}
      center={center}
      width={width}
    />
  );
}
