import { t } from '../../lib/i18n.ts';
import { numberFormat } from '../../lib/locale.ts';

/** The earlier value with which a figure is compared: the beginning of this month, or all of the last one. */
type Since = 'monthStart' | 'lastMonth';

/** How much a figure has grown, in a sentence; there is no percentage of nothing. */
export function growth(now: number, before: number, since: Since): string {
  if (now === before) return t(`admin.stats.growth.same.${since}`);
  if (before === 0) return t(`admin.stats.growth.none.${since}`);
  const change = numberFormat({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return t(`admin.stats.growth.change.${since}`, { change: change.format(now / before - 1) });
}
