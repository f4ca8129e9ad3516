import { descriptionText, reasonText } from '../../../lib/wording-text.ts';
import { t } from '../../../lib/i18n.ts';
import { useTransactions } from '../../../lib/use-transactions.ts';
import { Money } from '../../../ui/money.tsx';
import { ReceivedAmount } from '../../../ui/received-amount.tsx';
import { Time } from '../../../ui/time.tsx';
import { TransactionBadge } from '../../../ui/transaction-badge.tsx';
import { RefundCharge } from './refund-charge.tsx';
import { UserRow, UserRows } from './user-rows.tsx';

/** A customer's transactions, as an administrator sees them. */
export function UserTransactions({ userId }: { userId: string }) {
  const list = useTransactions(userId);
  return (
    <UserRows
      list={list}
      empty={t('admin.users.noTransactions')}
      row={(row) => (
        <UserRow
          title={descriptionText(row)}
          facts={
            <>
              <Time iso={row.createdAt} />
              {reasonText(row) && <span className="break-words">{reasonText(row)}</span>}
              <ReceivedAmount payment={row} />
            </>
          }
          end={
            <>
              {row.status === 'pending' || row.status === 'failed' ? (
                <span className="text-muted">
                  <Money value={row.amount} />
                </span>
              ) : (
                <Money value={row.balanceChange} signed />
              )}
              <TransactionBadge transaction={row} />
              <RefundCharge charge={row} />
            </>
          }
        />
      )}
    />
  );
}
