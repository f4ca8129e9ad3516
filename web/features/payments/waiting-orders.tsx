import { useQuery } from '@tanstack/react-query';
import { listOrders } from '../../../src/money/payments/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useTransactions } from '../../lib/use-transactions.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { OrderRow } from './order-row.tsx';
import { RowList } from '../../ui/list-frame.tsx';

/** Orders that wait for their payment. Nothing is shown where there are none. */
export function WaitingOrders() {
  const { id } = useCurrentUser();
  const orders = useQuery({
    queryKey: queryKeys.orders(id),
    queryFn: () => call(listOrders, { params: { id } }),
  });
  // Here they only tell which order has a top-up on its way.
  const transactions = useTransactions(id);
  const toppedUp = new Set(
    transactions.rows
      .filter(({ status }) => status === 'pending')
      .map(({ settlesTransactionId }) => settlesTransactionId),
  );
  const title = t('billing.orders.title');
  return (
    <ReadFrame read={orders} pending={null} empty={null} failed={(words) => <Card title={title}>{words}</Card>}>
      {(rows) => (
        <Card flush title={title} description={t('billing.orders.description')}>
          <RowList
            label={title}
            rows={rows}
            row={(order) => <OrderRow order={order} toppedUp={toppedUp.has(order.id)} />}
          />
        </Card>
      )}
    </ReadFrame>
  );
}
