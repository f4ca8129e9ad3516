import { useDeferredValue, useState } from 'react';
import { MessageSquare, Search } from 'lucide-react';
import { listSms, type SmsMessage } from '../../../src/messaging/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { MessageRow } from './message-row.tsx';

/** Messages sent, newest first; their states change as delivery reports arrive. */
export function SmsHistory() {
  const { id } = useCurrentUser();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const list = usePagedList({
    queryKey: queryKeys.sms(id),
    load: (query) => call(listSms, { params: { id }, query }),
  });
  const shown = wanted ? list.rows.filter((row) => contains(row, wanted)) : list.rows;

  return (
    <Card
      flush
      title={t('sms.history.title')}
      actions={
        list.rows.length > 0 && (
          <SearchInput label={t('sms.history.search')} value={search} onChange={setSearch} />
        )
      }
    >
      {list.isPending && <SkeletonRows />}
      {list.isError && <ErrorState onRetry={list.retry} />}
      {!list.isPending && !list.isError && list.rows.length === 0 && (
        <EmptyState
          icon={<MessageSquare aria-hidden className="size-5" />}
          title={t('sms.history.empty')}
          description={t('sms.history.emptyHint')}
        />
      )}
      {list.rows.length > 0 && shown.length === 0 && (
        <EmptyState icon={<Search aria-hidden className="size-5" />} title={t('sms.history.noMatch')} />
      )}
      {shown.length > 0 && (
        <ul aria-label={t('sms.history.title')} className="divide-y divide-line border-t border-line">
          {shown.map((row) => (
            <MessageRow key={row.id} message={row} />
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

const contains = (row: SmsMessage, wanted: string): boolean =>
  [row.senderId, row.message, row.status, ...row.recipients].some((text) =>
    text.toLowerCase().includes(wanted),
  );
