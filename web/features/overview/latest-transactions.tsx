import { lazy, Suspense } from 'react';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { useTransactions } from '../../lib/use-transactions.ts';
import { descriptionText, kindText } from '../../lib/wording-text.ts';
import { useCurrentUser } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Receipt } from '../../ui/icons.tsx';
import { Card, EmptyState, ListFrame } from '../../ui/frames.tsx';
import { Time } from '../../ui/values.tsx';
import { TransactionAmount, TransactionBadge } from '../../ui/transaction-badge.tsx';

const WithNumbers = lazy(async () => ({ default: (await import('../../ui/with-numbers.tsx')).WithNumbers }));

const SHOWN = 3;

/** Shows the last movements of the balance. */
export function LatestTransactions() {
  const list = useTransactions(useCurrentUser().id);
  return (
    <Card
      flush
      title={t('overview.recent.heading')}
      actions={
        <Link to="/billing" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          {t('overview.recent.all')}
        </Link>
      }
      className="min-h-64"
    >
      <ListFrame list={list} skeletonRows={SHOWN} more={false} empty={<NoTransactions />}>
        <TransactionList transactions={list.rows.slice(0, SHOWN)} />
      </ListFrame>
    </Card>
  );
}

const NoTransactions = () => (
  <EmptyState
    icon={Receipt}
    title={t('overview.recent.empty')}
    description={t('overview.recent.emptyText')}
    action={
      <Link to="/billing" className={buttonClass({ size: 'sm' })}>
        {t('overview.recent.emptyAction')}
      </Link>
    }
  />
);

function TransactionList({ transactions }: { transactions: Transaction[] }) {
  return (
    <ul className="divide-y divide-line">
      {transactions.map((transaction) => (
        <li key={transaction.id} className="flex items-center gap-4 px-5 py-3.5">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{kindText(transaction)}</p>
            <p className="truncate text-sm text-muted">
              <Time iso={transaction.createdAt} />
              <span className="max-sm:hidden">
                {' · '}
                <Description>{descriptionText(transaction)}</Description>
              </span>
            </p>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-1 sm:flex-row-reverse sm:items-center sm:gap-4">
            <p className="text-end font-semibold sm:min-w-28">
              <TransactionAmount transaction={transaction} />
            </p>
            <TransactionBadge transaction={transaction} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What writes numbers in groups is loaded only where one stands. */
const Description = ({ children }: { children: string }) =>
  children.includes('+') ? (
    <Suspense fallback={children}>
      <WithNumbers>{children}</WithNumbers>
    </Suspense>
  ) : (
    children
  );
