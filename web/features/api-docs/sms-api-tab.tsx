import { useQuery } from '@tanstack/react-query';
import { requestUpload } from '../../../src/edge/uploads/contract.ts';
import * as answers from '../../../src/services/inbox/answers/contract.ts';
import * as inbox from '../../../src/services/inbox/contract.ts';
import * as messagingAdmin from '../../../src/services/messaging/admin-contract.ts';
import * as messaging from '../../../src/services/messaging/contract.ts';
import * as messageHistory from '../../../src/services/messaging/history-contract.ts';
import * as optOuts from '../../../src/services/messaging/opt-outs/contract.ts';
import * as templates from '../../../src/services/messaging/templates/contract.ts';
import { listNumbers } from '../../../src/services/numbers/contract.ts';
import * as verifications from '../../../src/services/verifications/contract.ts';
import { REASON_NAMES, REASONS } from '../../../src/shared/reasons.ts';
import { call } from '../../lib/call.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { Authentication } from './authentication.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { endpointsOf } from './endpoints.ts';
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

/** Trying a number out belongs to its own page; examples that erase a text would erase one of the reader's. */
const { tryNumber: _tryNumber, redactConversationMessage: _redact, ...conversationEndpoints } = inbox;
const { redactSms: _redactSms, ...messageEndpoints } = messaging;

/** An example that sets rules would take the place of the caller's own. */
const { setNumberAnswers: _setNumberAnswers, ...answerEndpoints } = answers;

const CONTRACTS = {
  ...{ ...messageEndpoints, ...messageHistory, requestUpload, ...messagingAdmin, ...templates },
  ...{ ...conversationEndpoints, ...answerEndpoints, ...optOuts, ...verifications },
};

/** Sending messages and codes from a program, reading what came in, and who wants no messages. */
export function SmsApiTab() {
  const { id, role } = useCurrentUser();
  const admin = role === 'admin';
  const newest = useQuery({
    queryKey: ['api-docs', id, 'newest-messages'],
    queryFn: () => call(messageHistory.listSms, { params: { id }, query: { limit: 20 } }),
  });
  const unknown = useQuery({
    queryKey: ['api-docs', 'newest-unknown'],
    queryFn: () => call(messagingAdmin.listUnknownSms, { query: { limit: 1 } }),
    enabled: admin,
  });
  // Only a message that has failed can be sent again.
  const failed = newest.data?.find(({ counts }) => counts.failed > 0);
  const conversations = useQuery({
    queryKey: ['api-docs', id, 'newest-conversation'],
    queryFn: () => call(inbox.listConversations, { params: { id }, query: { limit: 1 } }),
  });
  const numbers = useQuery({
    queryKey: ['api-docs', id, 'newest-number'],
    queryFn: () => call(listNumbers, { params: { id }, query: { limit: 1 } }),
  });
  const ids = {
    id,
    numberId: numbers.data?.[0]?.id,
    messageId: newest.data?.[0]?.id,
    recipientId: unknown.data?.[0]?.messageId,
    conversationId: conversations.data?.[0]?.id,
  };
  const endpoints = endpointsOf(CONTRACTS, { first: messaging.sendSms.name, admin });
  return (
    <div className="flex flex-col gap-5">
      <Authentication />
      <EndpointList
        endpoints={endpoints}
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
