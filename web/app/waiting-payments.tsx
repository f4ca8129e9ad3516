import { t } from '../lib/i18n.ts';
import { usePendingCount } from '../lib/use-pending-count.ts';
import { CountMark } from '../ui/count-mark.tsx';

/** How many payments wait for an administrator, kept up to date by the live connection. */
export function WaitingPayments() {
  const count = usePendingCount() ?? 0;
  return <CountMark count={count} text={t('shell.waiting', { count })} />;
}
