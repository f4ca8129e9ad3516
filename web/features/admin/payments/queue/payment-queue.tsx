import { useRef, useState } from 'react';
import { Inbox } from '../../../../ui/icons.tsx';
import { listPayments } from '../../../../../src/admin/contract.ts';
import { listPendingPayments } from '../../../../../src/money/payments/admin-contract.ts';
import { hashFromLink } from '../../../../../src/shared/hashes.ts';
import { callPage } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { usePagedList } from '../../../../lib/use-paged-list.ts';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Field, Input } from '../../../../ui/field.tsx';
import { ListFrame } from '../../../../ui/list-frame.tsx';
import { VirtualList } from '../../../../ui/virtual-list.tsx';
import { PaymentCard } from './payment-card.tsx';
import type { PaymentDrafts } from './payment-draft.ts';
import { isFiltered, type PaymentFilters, queryOf } from '../history/payment-filters.ts';
import { useKeptFocus } from '../../use-kept-focus.ts';

interface PageQuery {
  limit: number;
  before: string | undefined;
}

interface PaymentQueueProps {
  title?: string;
  /** Verify stays disabled while the hash is empty, instead of asking for it. */
  verifyNeedsHash?: boolean;
  filters?: PaymentFilters;
}

/** About as high as a payment in a coin is on a wide screen, in pixels. */
const CARD_HEIGHT = 420;

/** The payment that has waited longest comes first. Events keep the list up to date. */
const WHOLE_QUEUE = {
  queryKey: queryKeys.pendingPayments,
  load: (query: PageQuery) => callPage(listPendingPayments, { query: { ...query, order: 'oldest' } }),
};

const filteredQueue = (filters: PaymentFilters) => {
  const query = queryOf('pending', filters);
  return {
    queryKey: [...queryKeys.adminPayments, query],
    load: (page: PageQuery) => callPage(listPayments, { query: { ...query, ...page, order: 'oldest' } }),
    keepPrevious: true,
  };
};

/**
 * The payments that wait for verification, live. One hash field at the top serves all of them; each
 * payment says whether that hash is the one its customer gave. An explorer's link is reduced to its hash.
 */
export function PaymentQueue({ title, verifyNeedsHash = false, filters }: PaymentQueueProps) {
  const [hash, setHash] = useState('');
  const drafts = useRef<PaymentDrafts>(new Map());
  const list = usePagedList(filters && isFiltered(filters) ? filteredQueue(filters) : WHOLE_QUEUE);
  const frame = useKeptFocus(list.rows.length);
  return (
    <Card title={title ?? t('admin.tabs.payments')} description={t('admin.payments.description')} flush>
      <div className="sticky top-16 z-10 border-b border-line bg-surface px-5 pt-1 pb-4">
        <Field label={t('admin.payments.hash')} hint={t('admin.payments.hashHint')}>
          <Input
            value={hash}
            onChange={(event) => setHash(hashFromLink(event.target.value))}
            placeholder={t('admin.payments.hashPlaceholder')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      </div>
      <div ref={frame} tabIndex={-1} className="outline-none">
        <ListFrame
          list={list}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<Inbox aria-hidden className="size-5" />}
              title={t('admin.payments.empty')}
              description={t('admin.payments.emptyHint')}
            />
          }
        >
          <VirtualList label={t('admin.payments.title')} rows={list.rows} rowHeight={CARD_HEIGHT}>
            {(payment) => (
              <PaymentCard
                payment={payment}
                drafts={drafts.current}
                hash={hash}
                onHashChange={setHash}
                verifyNeedsHash={verifyNeedsHash}
              />
            )}
          </VirtualList>
        </ListFrame>
      </div>
    </Card>
  );
}
