import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { formatPounds } from '../../ui/format-money.ts';
import { Notice } from '../../ui/notice.tsx';

/** Shows the account's debt, and the actions that it stops; nothing where there is none. */
export function DebtNotice() {
  const { owed } = useCurrentUser();
  // A user of an older server is kept without it.
  if (!owed || owed === '0.00') return null;
  return (
    <Notice tone="danger">
      <p className="font-medium">{t('billing.debt.title', { amount: formatPounds(owed) })}</p>
      <p>{t('billing.debt.text')}</p>
    </Notice>
  );
}
