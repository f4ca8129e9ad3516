import type { z } from 'zod';
import type { recipientDetail } from '../../../src/messaging/contract.ts';
import { t } from '../../lib/i18n.ts';
import { formatPounds } from '../../ui/format-money.ts';
import { StatusBadge } from './status-badge.tsx';

/** What became of each of these recipients. */
export function RecipientList({ recipients }: { recipients: z.infer<typeof recipientDetail>[] }) {
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
            {recipient.number}
            {recipient.error && <span className="block text-sm text-muted">{recipient.error}</span>}
          </span>
          <span className="flex items-center gap-3">
            <span className="text-sm text-muted">{formatPounds(recipient.cost)}</span>
            <StatusBadge status={recipient.status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
