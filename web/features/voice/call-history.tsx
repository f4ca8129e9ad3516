import { PhoneOutgoing } from 'lucide-react';
import { listCalls } from '../../../src/services/voice/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
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
      <ListFrame
        list={list}
        empty={
          <EmptyState
            icon={<PhoneOutgoing aria-hidden className="size-5" />}
            title={t('voice.history.empty')}
            description={t('voice.history.emptyHint')}
          />
        }
      >
        <ul aria-label={t('voice.history.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <CallRow key={row.id} call={row} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}
