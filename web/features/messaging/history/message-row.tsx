import type { SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { comparePounds, subtractPounds } from '../../../lib/pounds.ts';
import { ExpandableRow } from '../../../ui/expandable-row.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { formatTime, Time } from '../../../ui/time.tsx';
import { MessageDetails } from './message-details.tsx';
import { MessageProgress } from './message-progress.tsx';
import { StatusBadge } from '../../../ui/message-status-badge.tsx';

/** One message of the history; opens to show what became of each recipient. */
export function MessageRow({ message }: { message: SmsMessage }) {
  const isUnderWay =
    message.recipientCount > 1 && (message.status === 'queued' || message.status === 'sending');
  const refund = subtractPounds(message.cost, message.actualCost);
  return (
    <ExpandableRow
      className="items-start gap-3"
      arrowClassName="mt-0.5"
      summary={
        <>
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <bdi className="font-medium">{message.senderId}</bdi>
              <StatusBadge status={message.status} />
            </span>
            <bdi className="truncate text-muted">{message.message || t('sentences.textNotKept')}</bdi>
            <span className="flex flex-wrap gap-x-3 text-sm text-muted">
              <span>{t('sms.history.recipients', { count: message.recipientCount })}</span>
              {message.status === 'scheduled' && message.sendAt ? (
                <span>{t('sms.history.goesAt', { date: formatTime(message.sendAt) })}</span>
              ) : (
                <Time iso={message.sentAt} />
              )}
            </span>
            {isUnderWay && <MessageProgress message={message} />}
          </span>
          <span className="flex shrink-0 flex-col items-end gap-0.5">
            <span className="font-medium">{formatPounds(message.actualCost)}</span>
            {comparePounds(refund, '0') > 0 && (
              <span className="text-sm text-muted">
                {t('sms.history.refunded', { amount: formatPounds(refund) })}
              </span>
            )}
          </span>
        </>
      }
    >
      {(id) => <MessageDetails id={id} message={message} />}
    </ExpandableRow>
  );
}
