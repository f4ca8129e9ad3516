import { useQuery } from '@tanstack/react-query';
import type { SmsMessage } from '../../../src/messaging/contract.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { CancelMessage } from './cancel-message.tsx';

/** Messages that wait for their time, the next one first. Nothing where none does. */
export function ScheduledMessages() {
  const { id } = useCurrentUser();
  const list = useQuery<SmsMessage[]>({ queryKey: queryKeys.sms(id) });
  const waiting = (list.data ?? [])
    .filter(({ status }) => status === 'scheduled')
    .toSorted((a, b) => (a.sendAt ?? '').localeCompare(b.sendAt ?? ''));
  if (waiting.length === 0) return null;
  return (
    <Card flush title={t('sms.schedule.title')}>
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
            <CancelMessage message={message} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
