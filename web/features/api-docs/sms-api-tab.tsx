import { useQuery } from '@tanstack/react-query';
import * as inbox from '../../../src/services/inbox/contract.ts';
import * as messagingAdmin from '../../../src/services/messaging/admin-contract.ts';
import * as messaging from '../../../src/services/messaging/contract.ts';
import * as messageHistory from '../../../src/services/messaging/history-contract.ts';
import { listNumbers } from '../../../src/services/numbers/contract.ts';
import { REASON_NAMES, REASONS } from '../../../src/shared/reasons.ts';
import { call } from '../../lib/call.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/frames.tsx';
import { Authentication } from './authentication.tsx';
import type { Browsing } from './elsewhere.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { EventsCard } from './events-card.tsx';

/** Explains each `error` that a recipient can have, and a customer's choices after it. */
function ReasonsCard({ finds }: { finds: (text: string) => boolean }) {
  const shown = REASON_NAMES.map((reason) => ({ words: REASONS[reason], text: t(`sms.reasons.${reason}`) })).filter(
    ({ words, text }) => finds(`${t('apiDocs.reasons.title')} ${words} ${text}`),
  );
  if (shown.length === 0) return null;
  return (
    <Card title={t('apiDocs.reasons.title')} description={t('apiDocs.reasons.description')}>
      <dl className="grid gap-x-6 gap-y-3 lg:grid-cols-2">
        {shown.map(({ words, text }) => (
          <div key={words}>
            <dt className="font-mono text-sm break-words" dir="ltr" lang="en">
              {words}
            </dt>
            {/* In English its first sentence would be the words again. */}
            <dd className="text-sm text-muted">
              {currentLanguage() === 'en' ? text.slice(text.indexOf('. ') + 2) : text}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Sending messages and codes from a program, reading what came in, and who wants no messages. */
export function SmsApiTab({ browsing }: { browsing: Browsing }) {
  const { id, role } = useCurrentUser();
  const messages = usePagedList(messageHistory.listSms, { params: { id } }).rows;
  const conversations = usePagedList(inbox.listConversations, { params: { id } }).rows;
  const numbers = usePagedList(listNumbers, { params: { id } }).rows;
  const unknown = useQuery({
    queryKey: ['api-docs', 'newest-unknown'],
    queryFn: () => call(messagingAdmin.listUnknownSms, { query: { limit: 1 } }),
    enabled: role === 'admin',
  });
  // Only a message that has failed can be sent again.
  const failed = messages.find(({ counts }) => counts.failed > 0);
  const ids = {
    id,
    numberId: numbers[0]?.id,
    messageId: messages[0]?.id,
    recipientId: unknown.data?.[0]?.messageId,
    conversationId: conversations[0]?.id,
  };
  return (
    <div className="flex flex-col gap-5">
      <Authentication />
      <EndpointList
        tab="sms"
        browsing={browsing}
        idsFor={({ name }) => (name === messaging.resendSms.name ? { ...ids, messageId: failed?.id } : ids)}
      >
        {(finds) => (
          <>
            <ReasonsCard finds={finds} />
            <EventsCard finds={finds} />
          </>
        )}
      </EndpointList>
    </div>
  );
}
