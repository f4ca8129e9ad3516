import { listSms } from '../../../../src/services/messaging/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Card } from '../../../ui/card.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { Time } from '../../../ui/time.tsx';
import { CancelMessage } from './cancel-message.tsx';
import { EditMessage } from './edit-message.tsx';
import { MoveMessage } from './move-message.tsx';
import type { ComposeValues } from '../compose/compose-form.ts';

/** Messages that wait for their time, the next one first. Nothing where none does. */
export function ScheduledMessages({ onEdit }: { onEdit: (values: Partial<ComposeValues>) => void }) {
  const { id } = useCurrentUser();
  const list = usePagedList({
    queryKey: queryKeys.scheduledSms(id),
    load: (query) => callPage(listSms, { params: { id }, query: { ...query, status: 'scheduled' } }),
  });
  const waiting = list.rows.toSorted((a, b) => (a.sendAt ?? '').localeCompare(b.sendAt ?? ''));
  if (waiting.length === 0) return null;
  return (
    <Card flush title={t('sms.schedule.title')}>
      <ListFrame list={list} empty={null}>
        <ul aria-label={t('sms.schedule.title')} className="divide-y divide-line border-t border-line">
          {waiting.map((message) => (
            <li key={message.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
              <span className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
                <span className="font-medium">{message.sendAt && <Time iso={message.sendAt} />}</span>
                <span className="truncate text-muted">{message.message}</span>
                <span className="text-sm text-muted">
                  {t('sms.history.recipients', { count: message.recipientCount })}
                </span>
              </span>
              <span className="flex flex-wrap gap-2">
                <EditMessage message={message} onEdit={onEdit} />
                <MoveMessage message={message} />
                <CancelMessage message={message} />
              </span>
            </li>
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}
