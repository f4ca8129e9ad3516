import { useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { PaymentFilterBar } from './history/payment-filter-bar.tsx';
import type { PaymentFilters, PaymentView } from './history/payment-filters.ts';
import { LostPayments } from './history/lost-payments.tsx';
import { PaymentHistory } from './history/payment-history.tsx';
import { PaymentQueue } from './queue/payment-queue.tsx';
import { UnclaimedTransfers } from './wallets/unclaimed-transfers.tsx';
import { WatchNotice } from './wallets/watch-notice.tsx';

/** The payments that wait, and what became of the others. */
export function PaymentVerification() {
  const [view, setView] = useState<PaymentView>('pending');
  const [filters, setFilters] = useState<PaymentFilters>({});
  const settled = useDebounced(filters);
  return (
    <div>
      <PaymentFilterBar view={view} onView={setView} filters={filters} onChange={setFilters} />
      {view === 'pending' ? (
        <div className="flex flex-col gap-5">
          <WatchNotice />
          <LostPayments />
          <UnclaimedTransfers />
          <PaymentQueue filters={settled} />
        </div>
      ) : (
        <PaymentHistory view={view} filters={settled} />
      )}
    </div>
  );
}
