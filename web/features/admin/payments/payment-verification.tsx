import { useEffect, useRef, useState } from 'react';
import { parsePaymentSearch } from '../../../lib/payment-search.ts';
import { useNavigate, useSearch } from '../../../lib/router.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { PaymentFilterBar } from './history/payment-filter-bar.tsx';
import type { PaymentFilters } from './history/payment-filters.ts';
import { LostPayments } from './history/lost-payments.tsx';
import { PaymentHistory } from './history/payment-history.tsx';
import { PaymentQueue } from './queue/payment-queue.tsx';
import { UnclaimedTransfers } from './wallets/unclaimed-transfers.tsx';
import { WatchNotice } from './wallets/watch-notice.tsx';

/** The payments that wait, and what became of the others. Filters are in the address; typed text gets there after a moment. */
export function PaymentVerification() {
  const { payment: _, view: viewed, ...found } = parsePaymentSearch(useSearch({ strict: false }));
  const [view, setView] = useState(viewed ?? 'pending');
  const [filters, setFilters] = useState<PaymentFilters>(found);
  const settled = useDebounced(filters);
  const navigate = useNavigate();
  const address = JSON.stringify([found, viewed]);
  const written = useRef(address);
  useEffect(() => {
    // A link leads from here to here.
    if (address === written.current) return;
    written.current = address;
    setFilters(found);
    setView(viewed ?? 'pending');
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address says all of it
  }, [address]);
  useEffect(() => {
    const shown = view === 'pending' ? undefined : view;
    const wanted = JSON.stringify([settled, shown]);
    if (wanted === written.current) return;
    written.current = wanted;
    void navigate({
      to: '.',
      search: (search) => ({ ...search, ...settled, view: shown }),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  }, [navigate, settled, view]);
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
