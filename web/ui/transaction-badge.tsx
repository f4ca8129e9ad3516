import type { Transaction } from '../../src/money/payments/contract.ts';
import { t } from '../lib/i18n.ts';
import { Badge, Money, type Tone } from './values.tsx';

const TONES: Partial<Record<string, Tone>> = {
  pending: 'warning',
  verified: 'success',
  completed: 'neutral',
  failed: 'danger',
};

/** The state of a transaction in one word. */
export function TransactionBadge({ transaction }: { transaction: Transaction }) {
  const { status } = transaction;
  const state = isCancelled(transaction) ? 'cancelled' : TONES[status] ? status : 'unknown';
  return <Badge tone={TONES[state]}>{t(`ui.transaction.${state}`)}</Badge>;
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
