import { t } from '../../lib/i18n.ts';
import { numberFormat } from '../../lib/locale.ts';

/** How much a figure has grown, as a signed percentage; in words where there was nothing to grow from. */
export function growth(now: number, before: number): string {
  if (before === 0) return t(now === 0 ? 'admin.stats.unchanged' : 'admin.stats.fromNothing');
  return numberFormat({
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(now / before - 1);
}
