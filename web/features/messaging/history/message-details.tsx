import { useState } from 'react';
import { Route } from '../../../ui/icons.tsx';
import type { SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { placeholdersOf } from '../../../../src/shared/personal-text.ts';
import { t } from '../../../lib/i18n.ts';
import { formatPounds } from '../../../ui/format-money.ts';
import { Button } from '../../../ui/button.tsx';
import { AllRecipients } from './all-recipients.tsx';
import { CancelMessage } from './cancel-message.tsx';
import { ResendFailed } from './resend-failed.tsx';
import { RouteTrace } from '../../../ui/route-trace.tsx';

interface MessageDetailsProps {
  id: string;
  message: SmsMessage;
}

/** A message in full: its text, what it was charged, what became of each recipient, and what can be done. */
export function MessageDetails({ id, message }: MessageDetailsProps) {
  const [tracing, setTracing] = useState(false);
  return (
    <div id={id} className="flex flex-col gap-3 bg-sunken/60 px-5 py-4 sm:ps-12">
      <p className="break-words whitespace-pre-wrap">{message.message || t('sentences.textNotKept')}</p>
      {message.media && (
        <a href={message.media} target="_blank" rel="noreferrer" className="block w-fit">
          <img src={message.media} alt={t('inbox.picture')} loading="lazy" className="max-h-48 rounded-lg" />
        </a>
      )}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>
          {/* For texts with fields, the length of the longest is known; the shorter ones cost less. */}
          {message.parts > 1 && placeholdersOf(message.message).length > 0
            ? t('sms.history.partsUpTo', { count: message.parts })
            : t('sms.history.parts', { count: message.parts })}
        </span>
        <span>{t('sms.history.charged', { amount: formatPounds(message.cost) })}</span>
        {message.provider && <span>{t('sms.history.provider', { name: message.provider })}</span>}
      </p>
      {message.counts.failed > 0 && <p className="text-sm text-muted">{t('sms.history.moneyRule')}</p>}
      <div className="flex flex-wrap gap-2">
        {message.counts.queued > 0 && message.status !== 'cancelled' && <CancelMessage message={message} />}
        {message.counts.failed > 0 && message.status !== 'cancelled' && <ResendFailed message={message} />}
        <Button
          variant="secondary"
          size="sm"
          icon={<Route aria-hidden className="size-4" />}
          onClick={() => setTracing(true)}
        >
          {t('sms.trace.open')}
        </Button>
      </div>
      <AllRecipients message={message} />
      {tracing && (
        <RouteTrace userId={message.userId} messageId={message.id} onClose={() => setTracing(false)} />
      )}
    </div>
  );
}
