import { useQuery } from '@tanstack/react-query';
import * as messagingAdmin from '../../../src/services/messaging/admin-contract.ts';
import * as messaging from '../../../src/services/messaging/contract.ts';
import * as templates from '../../../src/services/messaging/templates/contract.ts';
import { call } from '../../lib/call.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Authentication } from './authentication.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { endpointsOf } from './endpoints.ts';
import { EventsCard } from './events-card.tsx';

/** Sending messages from a program. */
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
  // Only one that has failed can be sent anew.
  const failed = newest.data?.find(({ counts }) => counts.failed > 0);
  const ids = { id, messageId: newest.data?.[0]?.id, recipientId: unknown.data?.[0]?.messageId };
  const endpoints = endpointsOf(
    { ...messaging, ...messagingAdmin, ...templates },
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
      <EventsCard />
    </div>
  );
}
