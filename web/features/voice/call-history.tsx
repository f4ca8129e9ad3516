import { PhoneOutgoing } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { CallRow } from './call-row.tsx';
import { useCalls } from './use-calls.ts';

/** Calls, newest first; their states change as the carrier tells of them. */
export function CallHistory() {
  const { id } = useCurrentUser();
  const list = useCalls(id);
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
