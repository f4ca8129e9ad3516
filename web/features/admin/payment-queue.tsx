import { useState } from 'react';
import { Inbox } from 'lucide-react';
import { listPendingPayments } from '../../../src/payments/admin-contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { PaymentCard } from './payment-card.tsx';

interface PaymentQueueProps {
  title?: string;
  /** Verify stays disabled while the hash is empty, instead of asking for it. */
  verifyNeedsHash?: boolean;
}

/**
 * The payments that wait for verification, live. One hash field at the top serves all of them; each
 * payment says whether that hash is the one its customer gave.
 */
export function PaymentQueue({ title, verifyNeedsHash = false }: PaymentQueueProps) {
  const [hash, setHash] = useState('');
  const list = usePagedList({
    queryKey: queryKeys.pendingPayments,
    load: (query) => call(listPendingPayments, { query }),
  });
  return (
    <Card title={title ?? t('admin.tabs.payments')} description={t('admin.payments.description')} flush>
      <div className="border-b border-line px-5 pt-1 pb-4">
        <Field label={t('admin.payments.hash')} hint={t('admin.payments.hashHint')}>
          <Input
            value={hash}
            onChange={(event) => setHash(event.target.value)}
            placeholder={t('admin.payments.hashPlaceholder')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      </div>
      {list.isPending && <SkeletonRows rows={3} />}
      {list.isError && <ErrorState onRetry={list.retry} />}
      {!list.isPending && !list.isError && list.rows.length === 0 && (
        <EmptyState
          icon={<Inbox aria-hidden className="size-5" />}
          title={t('admin.payments.empty')}
          description={t('admin.payments.emptyHint')}
        />
      )}
      <ul aria-label={t('admin.payments.title')} className="divide-y divide-line">
        {list.rows.map((payment) => (
          <li key={payment.id}>
            <PaymentCard
              payment={payment}
              hash={hash}
              onHashChange={setHash}
              verifyNeedsHash={verifyNeedsHash}
            />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div className="flex justify-center border-t border-line p-3">
          <Button variant="secondary" size="sm" busy={list.isLoadingMore} onClick={list.loadMore}>
            {t('ui.loadMore')}
          </Button>
        </div>
      )}
    </Card>
  );
}
