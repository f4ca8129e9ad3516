import { useEffect, useRef, useState } from 'react';
import { parsePaymentSearch } from '../../../lib/payment-search.ts';
import { useSearch } from '../../../lib/router.ts';
import { useSearchChange } from '../../../lib/use-search-change.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { findCoin } from '../../../../src/money/payments/catalogue.ts';
import { listWallets, type WatchedWallet } from '../../../../src/money/wallets/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { MINUTE_MS } from '../../../../src/platform/kit/durations.ts';
import { listPayments } from '../../../../src/admin/contract.ts';
import { useRead } from '../../../lib/reads.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { ListCard } from '../../../ui/frames.tsx';
import { Time } from '../../../ui/values.tsx';
import { PaymentFilterBar } from './history/payment-filter-bar.tsx';
import type { PaymentFilters } from './history/payment-filters.ts';
import { PaymentHistory, PaymentRow } from './history/payment-history.tsx';
import { PaymentQueue } from './queue/payment-queue.tsx';
import { UnclaimedTransfers } from './wallets/unclaimed-transfers.tsx';
import { PaymentReversals } from './history/payment-reversals.tsx';

/** The payments that wait, and what became of the others. Filters are in the address; typed text gets there after a moment. */
export function PaymentVerification() {
  const { payment: _, view: viewed, ...found } = parsePaymentSearch(useSearch({ strict: false }));
  const [view, setView] = useState(viewed ?? 'pending');
  const [filters, setFilters] = useState<PaymentFilters>(found);
  const settled = useDebounced(filters);
  const change = useSearchChange();
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
    change({ ...settled, view: shown });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what is chosen is carried into the address
  }, [settled, view]);
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

/** The coins whose payments are not found automatically at this moment, although they should be; no event tells of it. */
function WatchNotice() {
  const wallets = useRead(listWallets, {}, { everyMs: MINUTE_MS });
  const behind = (wallets.data ?? []).filter(({ state }) => state !== 'watching');
  if (behind.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>{t('admin.wallets.behind', { coins: behind.map(nameOf).join(', ') })}</p>
      {behind.map(({ cryptocurrency, state, fault }) => (
        <p key={cryptocurrency} className="text-muted">
          {nameOf({ cryptocurrency })}:{' '}
          {fault ?? t(state === 'stalled' ? 'admin.wallets.stalled' : 'admin.wallets.failing')}
        </p>
      ))}
    </Notice>
  );
}

const nameOf = ({ cryptocurrency }: Pick<WatchedWallet, 'cryptocurrency'>): string =>
  findCoin(cryptocurrency)?.name ?? cryptocurrency;

const query = { status: 'verified', lost: 'true' } as const;

/** Verified payments that their chain no longer shows as they were. Nothing is shown where there is none. */
function LostPayments() {
  const list = usePagedList(listPayments, { query });
  if (list.rows.length === 0 && !list.isError) return null;
  return (
    <ListCard
      title={t('admin.lost.title')}
      description={t('admin.lost.description')}
      className="ring-2 ring-danger"
      list={list}
      empty={null}
      row={(payment) => (
        <PaymentRow
          payment={payment}
          note={
            payment.lost && (
              <p className="text-sm text-danger">
                {t(`payment.lost.${payment.lost.what}`)} · <Time iso={payment.lost.at} />
              </p>
            )
          }
        >
          <PaymentReversals payment={payment} />
        </PaymentRow>
      )}
    />
  );
}
