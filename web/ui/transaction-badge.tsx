import type { Transaction } from '../../src/money/payments/contract.ts';
import { t } from '../lib/i18n.ts';
import { Badge } from './badge.tsx';
import { Money } from './money.tsx';

/** The state of a transaction in one word. */
export function TransactionBadge({ transaction }: { transaction: Transaction }) {
  const { status } = transaction;
  if (isCancelled(transaction)) return <Badge>{t('ui.transaction.cancelled')}</Badge>;
  switch (status) {
    case 'pending':
      return <Badge tone="warning">{t('ui.transaction.pending')}</Badge>;
    case 'verified':
      return <Badge tone="success">{t('ui.transaction.verified')}</Badge>;
    case 'completed':
      return <Badge>{t('ui.transaction.completed')}</Badge>;
    case 'failed':
      return <Badge tone="danger">{t('ui.transaction.failed')}</Badge>;
    default:
      return <Badge>{t('ui.transaction.unknown')}</Badge>;
  }
}

/** An order on which no payment in a coin was made did not fail: it was cancelled, or replaced by another. */
const isCancelled = ({ type, status, cryptocurrency }: Transaction): boolean =>
  status === 'failed' && cryptocurrency === null && (type === 'voice_package' || type === 'reseller_package');

/** The change of the balance; the bare amount while there is none. */
export const TransactionAmount = ({ transaction: { status, amount, balanceChange } }: { transaction: Transaction }) =>
  status === 'verified' || status === 'completed' ? (
    <Money signed value={balanceChange} />
  ) : (
    <span className="text-muted">
      <Money value={amount} />
    </span>
  );
