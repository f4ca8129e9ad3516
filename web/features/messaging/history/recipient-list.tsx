import type { RecipientDelivery } from '../../../../src/services/messaging/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { formatTime, Time } from '../../../ui/time.tsx';
import { Reason } from './reason.tsx';
import { StatusBadge } from '../../../ui/message-status-badge.tsx';

/** Shows the result for each of these recipients, and its time. */
export function RecipientList({ recipients }: { recipients: RecipientDelivery[] }) {
  return (
    <ul
      aria-label={t('sms.history.perRecipient')}
      className="divide-y divide-line rounded-md border border-line bg-surface"
    >
      {recipients.map((recipient) => (
        <li
          key={recipient.messageId}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2"
        >
          <span className="min-w-0">
            <bdi>{recipient.number}</bdi>
            {recipient.text && <bdi className="block break-words">{recipient.text}</bdi>}
            {recipient.error && <Reason error={recipient.error} />}
            <span className="flex flex-wrap gap-x-3 text-sm text-muted">
              {recipient.sentAt && (
                <span>{t('sms.history.sentAt', { date: formatTime(recipient.sentAt) })}</span>
              )}
              {recipient.settledAt && (
                <span>
                  {t(`sms.status.${recipient.status}`)} <Time iso={recipient.settledAt} />
                </span>
              )}
            </span>
          </span>
          <span className="flex items-center gap-3">
            {recipient.mms && <Badge>MMS</Badge>}
            <span className="text-sm text-muted">{formatPounds(recipient.cost)}</span>
            <StatusBadge status={recipient.status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
