import type { ConversationMessage } from '../../../src/services/inbox/contract.ts';
import { t } from '../../lib/i18n.ts';
import { StatusBadge } from '../../ui/message-status-badge.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { MessagePictures } from './message-pictures.tsx';

/** One message: what came in at the start of the line, a reply at its end, with what became of it. */
export function MessageBubble({ message }: { message: ConversationMessage }) {
  const { incoming, text, pictures, at, status, cost, unpaid } = message;
  return (
    <div className={`flex max-w-[85%] flex-col gap-1 ${incoming ? 'self-start' : 'items-end self-end'}`}>
      <MessagePictures pictures={pictures} />
      {text !== '' && (
        <p
          dir="auto"
          className={`rounded-lg px-3 py-2 break-words whitespace-pre-wrap ${incoming ? 'bg-sunken' : 'bg-accent-soft'}`}
        >
          {text}
        </p>
      )}
      <p className="flex items-center gap-2 text-sm text-muted">
        <Time iso={at} />
        {status && <StatusBadge status={status} />}
        {Number(cost) > 0 && <Money value={cost} />}
        {Number(unpaid) > 0 && <span>{t('inbox.unpaid')}</span>}
      </p>
    </div>
  );
}
