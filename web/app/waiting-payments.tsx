import { useQuery } from '@tanstack/react-query';
import type { PendingPayment } from '../../src/money/payments/contract.ts';
import { t } from '../lib/i18n.ts';
import { queryKeys } from '../lib/query-keys.ts';

/** One page of the queue; where it is full there may be more. */
const PAGE = 100;

/** How many payments wait for an administrator, kept up to date by the live connection. */
export function WaitingPayments() {
  const { data } = useQuery<PendingPayment[]>({ queryKey: queryKeys.pendingPayments });
  const count = data?.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent">
      <span aria-hidden>{count < PAGE ? count : `${PAGE}+`}</span>
      <span className="sr-only">{t('shell.waiting', { count })}</span>
    </span>
  );
}
