import { PhoneOutgoing } from 'lucide-react';
import { listCalls } from '../../../src/voice/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CallRow } from './call-row.tsx';

/** Calls, newest first; their states change as the carrier tells of them. */
export function CallHistory() {
  const { id } = useCurrentUser();
  const list = usePagedList({
    queryKey: queryKeys.calls(id),
    load: (query) => call(listCalls, { params: { id }, query }),
  });
  return (
    <Card flush title={t('voice.history.title')}>
      {list.isPending && <SkeletonRows />}
      {list.isError && <ErrorState onRetry={list.retry} />}
      {!list.isPending && !list.isError && list.rows.length === 0 && (
        <EmptyState
          icon={<PhoneOutgoing aria-hidden className="size-5" />}
          title={t('voice.history.empty')}
          description={t('voice.history.emptyHint')}
        />
      )}
      {list.rows.length > 0 && (
        <ul aria-label={t('voice.history.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <CallRow key={row.id} call={row} />
          ))}
        </ul>
      )}
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
