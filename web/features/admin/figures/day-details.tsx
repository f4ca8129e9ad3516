import type { DayOfFigures } from '../../../../src/admin/figures/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { ChartDetails } from '../../../ui/chart-details.tsx';
import { Amount } from './amount.tsx';
import { dayName } from './day-name.ts';

interface DayDetailsProps {
  day: DayOfFigures;
  /** The position of the day, and the width of the picture, in pixels. */
  center: number;
  width: number;
}

/** The amounts of a day, beside its position. */
export function DayDetails({ day, center, width }: DayDetailsProps) {
  return (
    <ChartDetails
      title={dayName(day.day)}
      total={formatNumber(day.units)}
      lines={(['revenue', 'cost', 'margin'] as const).map((name) => ({
        name: t(`admin.figures.${name}`),
        amount: <Amount value={day[name]} />,
      }))}
      center={center}
      width={width}
    />
  );
}
