import { useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { PaymentFilterBar } from './payment-filter-bar.tsx';
import type { PaymentFilters, PaymentView } from './payment-filters.ts';
import { PaymentHistory } from './payment-history.tsx';
import { PaymentQueue } from './payment-queue.tsx';

/** The payments that wait, and what became of the others. */
export function PaymentVerification() {
  const [view, setView] = useState<PaymentView>('pending');
  const [filters, setFilters] = useState<PaymentFilters>({});
  const settled = useDebounced(filters);
  return (
    <div>
      <PaymentFilterBar view={view} onView={setView} filters={filters} onChange={setFilters} />
      {view === 'pending' ? (
        <PaymentQueue filters={settled} />
      ) : (
        <PaymentHistory view={view} filters={settled} />
      )}
    </div>
  );
}
