import type { Transaction } from '../../src/money/payments/contract.ts';
import { t } from '../lib/i18n.ts';
import { Badge } from './badge.tsx';

/** The state of a transaction in one word. */
export function TransactionBadge({ status }: { status: Transaction['status'] }) {
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
