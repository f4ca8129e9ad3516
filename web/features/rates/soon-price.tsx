import { t } from '../../lib/i18n.ts';
import { formatPounds, formatTime } from '../../ui/values.tsx';

/** A price that was announced, below the one of now. */
export const SoonPrice = ({ price, from }: { price: string; from: string }) => (
  <span className="block text-sm text-muted">
    {t('rates.page.soon', { price: formatPounds(price), date: formatTime(from) })}
  </span>
);
