import { t } from '../lib/i18n.ts';
import { formatNumber } from '../lib/locale.ts';
import { usePendingCount } from '../lib/use-pending-count.ts';

/** How many payments wait for an administrator, kept up to date by the live connection. */
export function WaitingPayments() {
  const count = usePendingCount() ?? 0;
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent">
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="sr-only">{t('shell.waiting', { count })}</span>
    </span>
  );
}
