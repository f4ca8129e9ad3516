import { useQuery } from '@tanstack/react-query';
import * as messagingAdmin from '../../../src/services/messaging/admin-contract.ts';
import * as inbox from '../../../src/services/inbox/contract.ts';
import * as messaging from '../../../src/services/messaging/contract.ts';
import * as templates from '../../../src/services/messaging/templates/contract.ts';
import { call } from '../../lib/call.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Authentication } from './authentication.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { endpointsOf } from './endpoints.ts';
import { EventsCard } from './events-card.tsx';
import { ReasonsCard } from './reasons-card.tsx';

/** What came in; trying a number out belongs to its own page. */
const { tryNumber: _tryNumber, ...conversationEndpoints } = inbox;

/** Sending messages from a program, and reading what came in. */
export function SmsApiTab() {
  const { id, role } = useCurrentUser();
  const admin = role === 'admin';
  const newest = useQuery({
    queryKey: ['api-docs', id, 'newest-messages'],
    queryFn: () => call(messaging.listSms, { params: { id }, query: { limit: 20 } }),
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
  const ids = {
    id,
    messageId: newest.data?.[0]?.id,
    recipientId: unknown.data?.[0]?.messageId,
    conversationId: conversations.data?.[0]?.id,
  };
  const endpoints = endpointsOf(
    { ...messaging, ...messagingAdmin, ...templates, ...conversationEndpoints },
    { first: messaging.sendSms.name, admin },
  );
  return (
    <div className="flex flex-col gap-5">
      <Authentication />
      {endpoints.map((endpoint) => (
        <EndpointCard
          key={endpoint.name}
          endpoint={endpoint}
          ids={endpoint.name === messaging.resendSms.name ? { ...ids, messageId: failed?.id } : ids}
        />
      ))}
      <ReasonsCard />
      <EventsCard />
    </div>
  );
}
