import { useState } from 'react';
import { PhoneIncoming } from '../../../ui/icons.tsx';
import { listReceivedCalls } from '../../../../src/services/voice/inbound/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { BlockedCallers } from './blocked-callers.tsx';
import { ReceivedCallRow } from './received-call-row.tsx';

/** The calls to one's numbers, with voicemails; kept up to date by the live connection. */
export function ReceivedCalls() {
  const { id } = useCurrentUser();
  const [showsBlocked, setShowsBlocked] = useState(false);
  const list = usePagedList({
    queryKey: queryKeys.receivedCalls(id),
    load: (query) => callPage(listReceivedCalls, { params: { id }, query }),
  });
  return (
    <Card
      flush
      title={t('numbers.received.title')}
      actions={
        <Button variant="secondary" size="sm" onClick={() => setShowsBlocked(true)}>
          {t('numbers.received.blockedOpen')}
        </Button>
      }
    >
      <ListFrame
        list={list}
        skeletonRows={2}
        empty={
          <EmptyState
            icon={<PhoneIncoming aria-hidden className="size-5" />}
            title={t('numbers.received.empty')}
            description={t('numbers.received.emptyHint')}
          />
        }
      >
        <ul aria-label={t('numbers.received.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <ReceivedCallRow key={row.id} call={row} />
          ))}
        </ul>
      </ListFrame>
      {showsBlocked && <BlockedCallers onClose={() => setShowsBlocked(false)} />}
    </Card>
  );
}
