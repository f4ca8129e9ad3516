import type { Measures } from '../../../../src/admin/figures/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { formatPounds } from '../../../ui/format-money.ts';

/** An amount of the figures, a sum to the penny; a margin is unknown where no cost in it is known. */
export const amountText = (value: string | null, sum = true): string =>
  value === null ? t('admin.figures.unknownMargin') : formatPounds(value, { sum });

/** How many of the units have no known cost; nothing where all have. */
export const Uncosted = ({ uncosted, units }: Pick<Measures, 'uncosted' | 'units'>) =>
  uncosted > 0 && (
    <span className="block text-sm font-normal text-muted">
      {t('admin.figures.uncosted', { count: uncosted, all: formatNumber(units) })}
    </span>
  );
