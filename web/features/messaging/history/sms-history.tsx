import { useState } from 'react';
import { MessageSquare, Search } from 'lucide-react';
import { listSms } from '../../../../src/services/messaging/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { MessageRow } from './message-row.tsx';

/** Messages sent, newest first; their states change as delivery reports arrive. */
export function SmsHistory() {
  const { id } = useCurrentUser();
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim());
  const list = usePagedList({
    queryKey: wanted ? [...queryKeys.sms(id), 'search', wanted] : queryKeys.sms(id),
    load: (query) => callPage(listSms, { params: { id }, query: { ...query, search: wanted } }),
    keepPrevious: true,
  });

  return (
    <Card
      flush
      title={t('sms.history.title')}
      actions={
        (list.rows.length > 0 || search !== '') && (
          <SearchInput label={t('sms.history.search')} value={search} onChange={setSearch} />
        )
      }
    >
      <ListFrame
        list={list}
        empty={
          wanted ? (
            <EmptyState icon={<Search aria-hidden className="size-5" />} title={t('sms.history.noMatch')} />
          ) : (
            <EmptyState
              icon={<MessageSquare aria-hidden className="size-5" />}
              title={t('sms.history.empty')}
              description={t('sms.history.emptyHint')}
            />
          )
        }
      >
        <ul aria-label={t('sms.history.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <MessageRow key={row.id} message={row} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}
