import { t } from '../lib/i18n.ts';
import { formatPounds, formatTime } from './values.tsx';

/** A price that was announced, below the one of now. */
export const SoonPrice = ({ soon }: { soon: { price: string; holdsFrom: string } | null | undefined }) =>
  soon && (
    <span className="block text-sm text-muted">
      {t('rates.page.soon', { price: formatPounds(soon.price), date: formatTime(soon.holdsFrom) })}
    </span>
  );
