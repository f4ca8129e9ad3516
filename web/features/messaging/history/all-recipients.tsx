import { useState } from 'react';
import {
  type RecipientDelivery,
  recipientStatus,
  type RecipientStatus,
  type SmsMessage,
} from '../../../../src/services/messaging/contract.ts';
import { listSmsRecipients } from '../../../../src/services/messaging/history-contract.ts';
import { reasonOf } from '../../../../src/shared/reasons.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { ListFrame } from '../../../ui/frames.tsx';
import { StatusBadge } from '../../../ui/message-status-badge.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Badge, Time, formatPounds, formatTime } from '../../../ui/values.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** So many are read at a glance. */
const FEW = 20;

/** How many recipients are in a state. */
export const countOf = ({ counts }: SmsMessage, status: RecipientStatus): number =>
  counts[status === 'opted_out' ? 'optedOut' : status];

/** The recipients of a message with their times, a page at a time: all, those of a state, or those searched for. */
export function AllRecipients({ message }: { message: SmsMessage }) {
  const { id: messageId, userId: id } = message;
  // Of many, one looks for those who were not reached.
  const [status, setStatus] = useState<RecipientStatus | null>(
    message.recipientCount > FEW && message.counts.failed > 0 ? 'failed' : null,
  );
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const wanted = { ...(status && { status }), ...(search && { search }) };
  const list = usePagedList(listSmsRecipients, { params: { id, messageId }, query: wanted });
  return (
    <>
      {message.recipientCount > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <ul aria-label={t('sms.history.counts')} className="flex flex-wrap gap-1">
            {[null, ...recipientStatus.options.filter((each) => countOf(message, each) > 0)].map((each) => (
              <li key={each}>
                <Button
                  size="sm"
                  className="max-sm:px-1.5"
                  variant={each === status ? 'secondary' : 'ghost'}
                  aria-pressed={each === status}
                  onClick={() => setStatus(each)}
                >
                  {formatNumber(each === null ? message.recipientCount : countOf(message, each))}{' '}
                  {t(each === null ? 'filters.every' : `sms.status.${each}`)}
                </Button>
              </li>
            ))}
          </ul>
          <SearchInput label={t('filters.number')} value={typed} onChange={setTyped} />
          <DownloadLink
            href={`/api/users/${id}/sms/${messageId}/recipients.csv?${new URLSearchParams(wanted)}`}
            size="sm"
          >
            {t('filters.csv')}
          </DownloadLink>
        </div>
      )}
      <ListFrame
        list={list}
        skeletonRows={Math.min(3, message.recipientCount)}
        empty={<p className="text-muted">{t('filters.noRecipient')}</p>}
      >
        <RecipientList recipients={list.rows} />
      </ListFrame>
    </>
  );
}

/** Shows the result for each of these recipients, and its time. */
function RecipientList({ recipients }: { recipients: RecipientDelivery[] }) {
  return (
    <ul
      aria-label={t('sms.history.perRecipient')}
      className="divide-y divide-line rounded-md border border-line bg-surface"
    >
      {recipients.map((recipient) => (
        <li key={recipient.messageId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
          <span className="min-w-0">
            <WithNumbers>{recipient.number}</WithNumbers>
            {recipient.text && <bdi className="block break-words">{recipient.text}</bdi>}
            {recipient.error && <Reason error={recipient.error} />}
            <span className="flex flex-wrap gap-x-3 text-sm text-muted">
              {recipient.sentAt && <span>{t('sms.history.sentAt', { date: formatTime(recipient.sentAt) })}</span>}
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

/** Why a message did not arrive, and what the reader can do about it. */
function Reason({ error }: { error: string }) {
  const reason = reasonOf(error);
  return <span className="block text-sm text-muted">{reason ? t(`sms.reasons.${reason}`) : error}</span>;
}
